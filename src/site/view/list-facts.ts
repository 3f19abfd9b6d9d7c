import { textOfTerm } from '../../tasks/inspect/each-triple.js';
import { typeStatistics } from '../../tasks/inspect/statistics.js';
import { spdxIdentifier } from '../../package/spdx-license.js';
import { byteCount } from '../../package/described-files.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import type { RowRange, SegmentReader } from '../../store/index/segment-reader.js';
import { Turns } from '../../base/threads/turns.js';
import { shortText } from './entity-texts.js';
import type { CrateSummary } from './store-index.js';

/** What the quads of a crate say for its summary. */
export type ListFacts = Omit<CrateSummary, 'key' | 'graph' | 'title'>;

/** What is known of a crate while the orders are read: ids of terms, each once. */
interface Draft {
  readonly root: number;
  readonly name: Set<number>;
  readonly datePublished: Set<number>;
  readonly profiles: Set<number>;
  readonly licences: Set<number>;
  /** How many entities have a type. */
  readonly types: Map<number, number>;
  entities: number;
  files: number;
  bytes: number;
  /** The subject that was counted last. */
  last: number;
}

type Field = 'name' | 'datePublished' | 'profiles' | 'licences';

const FIELDS: readonly (readonly [iri: string, field: Field])[] = [
  ...schemaOrg('name').map((iri) => [iri, 'name'] as const),
  ...schemaOrg('datePublished').map((iri) => [iri, 'datePublished'] as const),
  ...schemaOrg('license').map((iri) => [iri, 'licences'] as const),
  [`${DCTERMS}conformsTo`, 'profiles'],
];

/** Gets the subject and the object of a quad of a crate, and the number of its graph. */
type VisitQuad = (draft: Draft, subject: number, object: number, graph: number) => void;

/**
 * What the index says of crates: it reads the segments that have some of them, once in each order, and lets
 * other events happen meanwhile.
 * @param graphs crates that the index has
 */
export async function readListFacts(index: QuadIndex, graphs: Iterable<string>): Promise<Map<string, ListFacts>> {
  const drafts: (Draft | undefined)[] = [];
  const numbers = new Map<string, number>();
  for (const graph of graphs) {
    const root = index.idOf(`<${graph}>`);
    const number = index.graphOf(root);
    numbers.set(graph, number);
    drafts[number] = newDraft(root);
  }
  const reader = new FactsReader(index, drafts);
  for (const segment of index.segmentsWith(new Set(numbers.values()))) await reader.read(segment);
  const facts = new Map<string, ListFacts>();
  for (const [graph, number] of numbers) facts.set(graph, reader.factsOf(drafts[number] as Draft));
  return facts;
}

function newDraft(root: number): Draft {
  return {
    root,
    name: new Set(),
    datePublished: new Set(),
    profiles: new Set(),
    licences: new Set(),
    types: new Map(),
    entities: 0,
    files: 0,
    bytes: 0,
    last: 0,
  };
}

class FactsReader {
  readonly #index: QuadIndex;
  readonly #drafts: readonly (Draft | undefined)[];
  readonly #turns = new Turns();
  readonly #texts = new Map<number, string>();
  readonly #licences = new Map<number, string>();
  /** Lists of texts that crates have in common, once each. */
  readonly #lists = new Map<string, readonly string[]>();

  constructor(index: QuadIndex, drafts: readonly (Draft | undefined)[]) {
    this.#index = index;
    this.#drafts = drafts;
  }

  async read(segment: SegmentReader): Promise<void> {
    for (const [iri, field] of FIELDS)
      await this.#each(segment, iri, (draft, subject, value) => {
        if (subject === draft.root) draft[field].add(value);
      });
    const files = await this.#readTypes(segment);
    for (const size of schemaOrg('contentSize'))
      await this.#each(segment, size, (draft, subject, value, graph) => {
        const key = this.#key(subject, graph);
        const bytes = files.has(key) ? byteCount(textOfTerm(this.#index.term(value))) : undefined;
        if (bytes === undefined) return;
        draft.bytes += bytes;
        files.delete(key); // a second size does not count
      });
    for (const range of segment.rows('spog', []))
      await this.#visit(range, [0, 2], (draft, subject) => {
        if (draft.last !== subject) draft.entities += 1;
        draft.last = subject;
      });
  }

  /** @returns the files */
  async #readTypes(segment: SegmentReader): Promise<Set<number>> {
    const fileTypes = new Set(schemaOrg('MediaObject').map((iri) => this.#index.idOf(`<${iri}>`)));
    const files = new Set<number>();
    await this.#each(segment, RDF_TYPE, (draft, subject, type, graph) => {
      draft.types.set(type, (draft.types.get(type) ?? 0) + 1);
      const key = this.#key(subject, graph);
      if (!fileTypes.has(type) || files.has(key)) return;
      files.add(key);
      draft.files += 1;
    });
    return files;
  }

  #key(subject: number, graph: number): number {
    return subject * this.#drafts.length + graph;
  }

  async #each(segment: SegmentReader, iri: string, visit: VisitQuad): Promise<void> {
    const property = this.#index.idOf(`<${iri}>`);
    if (property === 0) return;
    for (const range of segment.rows('posg', [property])) await this.#visit(range, [2, 1], visit);
  }

  /** @param places the columns of subject and object */
  async #visit({ columns, from, to }: RowRange, places: readonly [number, number], visit: VisitQuad): Promise<void> {
    const [subjects, objects] = places.map((place) => columns[place]) as [Uint32Array, Uint32Array];
    const graphs = columns[3] as Uint32Array;
    for (let row = from; row < to; row += 1) {
      const graph = graphs[row] as number;
      const draft = this.#drafts[graph];
      if (draft !== undefined) visit(draft, subjects[row] as number, objects[row] as number, graph);
    }
    await this.#turns.give();
  }

  factsOf(draft: Draft): ListFacts {
    const [name] = draft.name;
    const [date] = draft.datePublished;
    const types = new Map([...draft.types].map(([type, count]) => [this.#text(type), count]));
    const shown = typeStatistics(types).map((type) => type.name);
    return {
      name: name === undefined ? undefined : shortText(this.#index.term(name)),
      datePublished: date === undefined ? undefined : this.#text(date),
      types: this.#list([...new Set(shown)]),
      profiles: this.#list([...draft.profiles].map((id) => this.#text(id))),
      licences: this.#list([...new Set([...draft.licences].map((id) => this.#licence(id)))]),
      entities: draft.entities,
      files: draft.files,
      bytes: draft.bytes,
    };
  }

  #text(id: number): string {
    let text = this.#texts.get(id);
    if (text === undefined) this.#texts.set(id, (text = shortText(this.#index.term(id))));
    return text;
  }

  #licence(id: number): string {
    let licence = this.#licences.get(id);
    if (licence === undefined) {
      const text = this.#text(id);
      this.#licences.set(id, (licence = spdxIdentifier(text) ?? text));
    }
    return licence;
  }

  #list(texts: readonly string[]): readonly string[] {
    const key = texts.join('\n');
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    this.#lists.set(key, texts);
    return texts;
  }
}
