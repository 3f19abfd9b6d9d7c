import { DataFactory } from 'n3';
import { engineText } from '../../../../src/store/engine/engine-text.js';
import { OxigraphEngine } from '../../../../src/store/engine/oxigraph.js';
import { readSparqlJson, type JsonTerm } from '../../../../src/store/sparql-json.js';
import type { TestGraphs } from './index-of.js';

const UNION = 'urn:test:union';

/** The engine with some graphs, and with their union as one more, so that the default graph is a set. */
export class EngineOracle {
  readonly #engine = new OxigraphEngine();
  readonly #names: readonly string[];

  /** @param unnamed the graphs of the default graph; default: all */
  constructor(
    graphs: TestGraphs,
    unnamed: readonly string[] = Object.keys(graphs),
    named: readonly string[] = Object.keys(graphs),
  ) {
    this.#names = named.filter((name) => (graphs[name]?.length ?? 0) > 0);
    for (const [name, triples] of Object.entries(graphs)) this.#load(triples, name);
    this.#load([...new Set(unnamed.flatMap((name) => graphs[name] ?? []))], UNION);
  }

  #load(triples: readonly string[], name: string): void {
    this.#engine.load(Buffer.from(triples.map((triple) => `${triple} <${name}> .\n`).join('')));
  }

  /** The result of a SELECT or ASK as JSON, or the triples of a CONSTRUCT. @param hidden graphs that are not named ones */
  ask(sparql: string, format = 'application/sparql-results+json', hidden: ReadonlySet<string> = new Set()): string {
    const options = {
      default_graph: [DataFactory.namedNode(UNION)],
      named_graphs: this.#names.filter((name) => !hidden.has(name)).map((name) => DataFactory.namedNode(name)),
      results_format: format,
    };
    return this.#engine.query(engineText(sparql), options) as string;
  }

  free(): void {
    this.#engine.free();
  }
}

/** How two answers are compared. */
export interface Comparison {
  /** Whether the rows have an order; rows that are the same except for blank nodes have none. */
  readonly isOrdered?: boolean;
  /** Whether only the number of rows is certain. */
  readonly isCut?: boolean;
  /** Whether all rows are one group. The engine leaves out its row where it sees from the text that no row can be in it. */
  readonly isWhole?: boolean;
  /** Variables whose values may be in any order within a text. */
  readonly lists?: readonly string[];
}

/** What differs between an answer and that of the engine, both as JSON; undefined for nothing. */
export function difference(
  answer: string,
  oracle: string,
  { isOrdered, isCut, isWhole, lists = [] }: Comparison,
): string | undefined {
  const own = readSparqlJson(answer);
  const other = readSparqlJson(oracle);
  if (own.boolean !== other.boolean) return `${own.boolean} instead of ${other.boolean}`;
  if (other.boolean !== undefined) return undefined;
  if (own.variables.join() !== other.variables.join()) return `columns ${own.variables.join()} instead of ${other.variables.join()}`; // prettier-ignore
  const write = (row: Readonly<Record<string, JsonTerm>>): string =>
    JSON.stringify(other.variables.map((name) => (lists.includes(name) ? sortedList(row[name]) : row[name])));
  const [left, right] = [own.bindings.map(write), other.bindings.map(write)];
  if (isWhole && right.length === 0 && left.length === 1) return undefined;
  if (left.length !== right.length) return `${left.length} rows instead of ${right.length}`;
  if (isCut) return undefined;
  if (!isOrdered) [left, right].forEach((rows) => rows.sort());
  const at = left.findIndex((row, number) => row !== right[number]);
  return at < 0 ? undefined : `row ${at}: ${left[at]} instead of ${right[at]}`;
}

function sortedList(term: JsonTerm | undefined): unknown {
  return term && { ...term, value: (term.value as string).split(' ').sort().join(' ') };
}
