import { DataFactory } from 'n3';
import type { Note } from '../crate/read/report.js';
import { namesInGraph } from '../stored/names-in-graph.js';
import { DCTERMS } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/port.js';
import { match } from '../store/rdf-answers.js';
import type { KnownGraphs } from './known-graphs.js';
import { withNotes, type LoadResult } from './plan-crate.js';

/**
 * Notes when a merged graph has several names of the root, or several profiles of the root or of a descriptor. The
 * result of the last crate of each graph gets the notes.
 */
export async function noteMerges(store: GraphReader, results: LoadResult[], known: KnownGraphs): Promise<void> {
  const last = new Map<string, number>();
  for (const [index, { status, graph }] of results.entries())
    if (status === 'merged' && graph !== undefined) last.set(graph, index);
  for (const [graph, index] of last) {
    const result = results[index] as LoadResult;
    const descriptors = new Set((await known.recordsOf(graph)).map(({ descriptor }) => descriptor));
    const found = await mergeNotes(store, graph, descriptors);
    results[index] = withNotes(result, found);
  }
}

async function mergeNotes(store: GraphReader, graph: string, descriptors: ReadonlySet<string>): Promise<Note[]> {
  const names = await namesInGraph(store, graph);
  const notes: Note[] = names.length > 1 ? [{ kind: 'several-names', detail: names.sort().join(', ') }] : [];
  for (const subject of [graph, ...descriptors]) {
    const profiles: string[] = [];
    const [about, conformsTo, inGraph] = [subject, `${DCTERMS}conformsTo`, graph].map((iri) =>
      DataFactory.namedNode(iri),
    );
    for await (const { object } of match(store, about, conformsTo, null, inGraph)) profiles.push(object.value);
    if (profiles.length > 1) notes.push({ kind: 'several-profiles', detail: profiles.sort().join(', ') });
  }
  return notes;
}
