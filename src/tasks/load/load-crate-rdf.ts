import { CrateError } from '../../base/errors.js';
import type { Remark } from '../../crate/read/report.js';
import type { GraphWrite } from '../../store/port.js';
import { graphsOfFiles } from '../stored/reference-graphs.js';
import { failedCrate, planCrate, withNotes, type CurrentLoad, type LoadResult } from './plan-crate.js';
import type { FailedRdf, ReadCrate } from './read-crate.js';

/** Loads the RDF files of crates beside them, in the same commit. */
export class CrateRdfLoad {
  readonly #results: LoadResult[];
  readonly #strict: boolean;
  /** The graphs of files that the store has at the start of the load, by crate. */
  #before: Promise<Map<string, string[]>> | undefined;

  /** @param results of the load, to which those of the files are added */
  constructor(results: LoadResult[], strict = false) {
    this.#results = results;
    this.#strict = strict;
  }

  /**
   * Plans the files of a crate whose result is the last one, which gets a note for each that fails, and for each that is
   * gone, whose graph is removed.
   */
  async plan({ graph: crate, rdf }: ReadCrate, load: CurrentLoad): Promise<GraphWrite[]> {
    if (rdf === undefined) return [];
    const own = this.#results.length - 1;
    const { known } = load;
    const writes: GraphWrite[] = [];
    const notes: Remark[] = [];
    const failed: FailedRdf[] = [...rdf.failed];
    const kept = new Set<string>();
    await known.addSources(rdf.graphs.map(({ record }) => record.source));
    for (const read of rdf.graphs) {
      const { graph, record } = read;
      kept.add(graph);
      try {
        const planned = await planCrate(record.source, read, async () => read, { ...load, named: false });
        this.#results.push({ ...planned.result, partOf: crate });
        if (planned.record !== undefined) known.addPlanned(planned.record, planned.others ?? []);
        for (const write of planned.writes) writes.push(write);
      } catch (error) {
        if (!(error instanceof CrateError)) throw error;
        const { code, message } = error;
        failed.push({ iri: graph, path: record.source, code, message });
      }
    }
    for (const { path, code, message } of failed) {
      notes.push({ kind: 'rdf-failed', detail: `${path}: ${message}` });
      if (this.#strict) this.#results.push(failedCrate({ file: path }, new CrateError(code, message)).result);
    }
    // What fails today, such as for its syntax, stays as it was.
    const isKept = (graph: string) => kept.has(graph) || known.isPlanned(graph) || failed.some(({ iri, code }) => code !== 'ERR_NOT_FOUND' && isOf(graph, iri)); // prettier-ignore
    const before = rdf.hasPackage ? ((await (this.#before ??= graphsOfFiles(known.store))).get(crate) ?? []) : [];
    for (const graph of before) {
      if (isKept(graph)) continue;
      known.addEmptied(graph);
      writes.push({ graph, mode: 'replace', pieces: [] });
      notes.push({ kind: 'rdf-removed', detail: graph });
    }
    if (notes.length > 0) this.#results[own] = withNotes(this.#results[own] as LoadResult, notes);
    return writes;
  }
}

/** Whether a graph is one of a file. */
function isOf(graph: string, file: string): boolean {
  return graph === file || graph.startsWith(`${file}#`);
}
