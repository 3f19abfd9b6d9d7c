import type { Triple } from 'sparqljs';
import type { Term } from '@rdfjs/types';
import { termToNQuads } from '../../base/rdf/nquads.js';
import { valueLine } from '../value-line.js';
import type { JsonTerm } from '../sparql-json.js';
import type { PlanTerms } from './plan-terms.js';
import type { RowTable } from './row-table.js';
import { termText } from './term-value.js';
import { XSD } from '../../base/rdf/vocabulary.js';
import type { TranslatedQuery } from './translate-query.js';

/** Rows of a text piece of a result. */
const PIECE_ROWS = 1000;

/** The answer to a query; its rows become terms when they are read. */
export class PlanAnswer {
  readonly form: TranslatedQuery['form'];
  readonly #query: TranslatedQuery;
  readonly #terms: PlanTerms;
  readonly #table: RowTable;
  readonly #texts = new Map<number, string>();
  readonly #described: readonly string[];

  /**
   * Reads all terms, so that the rows need the index no more.
   * @param described the triples of a DESCRIBE
   * @throws NotCovered for a term that the engine may write in another way: now, not when the half is read
   */
  constructor(query: TranslatedQuery, terms: PlanTerms, table: RowTable, described: readonly string[] = []) {
    this.#described = described;
    this.form = query.form;
    this.#query = query;
    this.#terms = terms;
    this.#table = table;
    for (const { slot } of query.variables)
      for (const id of new Set(table.columns.get(slot))) if (id !== 0) terms.value(id);
  }

  /** The columns of a SELECT, in their order. */
  get variables(): string[] {
    return this.#query.variables.map(({ name }) => name);
  }

  /** Number of rows. */
  get size(): number {
    return this.#table.size;
  }

  /** Of an ASK query. */
  get boolean(): boolean {
    return this.#table.size > 0;
  }

  /** The rows of a SELECT (SPARQL 1.1 Query Results JSON Format, section 3.2.1). */
  *rows(): Generator<Record<string, JsonTerm>> {
    for (let row = 0; row < this.#table.size; row += 1) {
      const bindings: Record<string, JsonTerm> = {};
      for (const { name, slot } of this.#query.variables) {
        const id = this.#table.id(slot, row);
        if (id !== 0) bindings[name] = this.#json(id);
      }
      yield bindings;
    }
  }

  /** The answer of a SELECT or ASK as `application/sparql-results+json`, in pieces. */
  *json(): Generator<string> {
    if (this.form === 'ASK') {
      yield JSON.stringify({ head: {}, boolean: this.boolean });
      return;
    }
    yield `{"head":{"vars":${JSON.stringify(this.variables)}},"results":{"bindings":[`;
    const { variables } = this.#query;
    const names = variables.map(({ name }) => `${JSON.stringify(name)}:`);
    const columns = variables.map(({ slot }) => this.#table.columns.get(slot));
    for (let start = 0; start < this.#table.size; start += PIECE_ROWS) {
      let text = '';
      for (let row = start; row < Math.min(start + PIECE_ROWS, this.#table.size); row += 1) {
        let binding = '';
        for (const [at, column] of columns.entries()) {
          const id = column?.[row] ?? 0;
          if (id !== 0) binding += `${binding === '' ? '' : ','}${names[at] ?? ''}${this.#jsonText(id)}`;
        }
        text += `${row === 0 ? '' : ','}{${binding}}`;
      }
      yield text;
    }
    yield ']}}';
  }

  /**
   * The triples of a CONSTRUCT or DESCRIBE as N-Triples, each once. Blank nodes of a template
   * are new ones for each row.
   */
  *triples(): Generator<string> {
    yield* this.#described;
    const seen = new Set<string>();
    const slots = new Map(this.#query.variables.map(({ name, slot }) => [name, slot]));
    for (let row = 0; row < this.#table.size; row += 1)
      for (const triple of this.#query.template) {
        const line = this.#triple(triple, row, slots);
        if (line === undefined || seen.has(line)) continue;
        seen.add(line);
        yield line;
      }
  }

  /** A triple of the template; undefined if it is none in this row (SPARQL 1.1 Query, section 16.2). */
  #triple({ subject, predicate, object }: Triple, row: number, slots: ReadonlyMap<string, number>): string | undefined {
    const [s, p, o] = [subject, predicate, object].map((place) => this.#placeText(place as Term, row, slots));
    if (s === undefined || p === undefined || o === undefined) return undefined;
    return s.startsWith('"') || !p.startsWith('<') ? undefined : `${s} ${p} ${o} .\n`;
  }

  #placeText(term: Term, row: number, slots: ReadonlyMap<string, number>): string | undefined {
    if (term.termType === 'BlankNode') return `_:row${row}${term.value}`;
    if (term.termType !== 'Variable') return valueLine(termToNQuads(term));
    const id = this.#table.id(slots.get(term.value) ?? -1, row);
    return id === 0 ? undefined : termText(this.#terms.value(id));
  }

  #jsonText(id: number): string {
    let text = this.#texts.get(id);
    if (text === undefined) this.#texts.set(id, (text = JSON.stringify(this.#json(id))));
    return text;
  }

  #json(id: number): JsonTerm {
    const { kind, lexical, language, datatype } = this.#terms.value(id);
    if (kind === 'iri') return { type: 'uri', value: lexical };
    if (kind === 'blank') return { type: 'bnode', value: lexical };
    if (language !== '') return { type: 'literal', value: lexical, 'xml:lang': language };
    if (datatype === `${XSD}string`) return { type: 'literal', value: lexical };
    return { type: 'literal', value: lexical, datatype };
  }
}
