import { DataFactory } from 'n3';
import type { Note } from '../crate/read/report.js';
import { namesInGraph } from '../stored/names-in-graph.js';
import { DCTERMS } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/port.js';
import { match } from '../store/rdf-answers.js';
import type { KnownGraphs } from './known-graphs.js';
import type { LoadResult } from './stage-crate.js';

/**
 * Notes what merges have left: several names of one root, several things that it or its descriptor conforms to. The
 * last crate that went into a graph gets the notes.
 */
export async function noteMerges(store: GraphReader, results: LoadResult[], known: KnownGraphs): Promise<void> {
  const last = new Map<string, number>();
  for (const [index, { status, graph }] of results.entries())
    if (status === 'merged' && graph !== undefined) last.set(graph, index);
  for (const [graph, index] of last) {
    const result = results[index] as LoadResult;
    const found = await notesOf(
      store,
      graph,
      new Set((await known.ofGraph(graph)).map(({ descriptor }) => descriptor)),
    );
    const counts: Record<string, number> = { ...result.counts };
    for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1;
    results[index] = { ...result, notes: [...(result.notes ?? []), ...found], counts };
  }
}

async function notesOf(store: GraphReader, graph: string, descriptors: ReadonlySet<string>): Promise<Note[]> {
  const names = await namesInGraph(store, graph);
  const notes: Note[] = names.length > 1 ? [{ kind: 'several-names', detail: names.sort().join(', ') }] : [];
  for (const subject of [graph, ...descriptors]) {
    const profiles: string[] = [];
    const [about, conformsTo, place] = [subject, `${DCTERMS}conformsTo`, graph].map((iri) =>
      DataFactory.namedNode(iri),
    );
    for await (const { object } of match(store, about, conformsTo, null, place)) profiles.push(object.value);
    if (profiles.length > 1) notes.push({ kind: 'several-profiles', detail: profiles.sort().join(', ') });
  }
  return notes;
}
