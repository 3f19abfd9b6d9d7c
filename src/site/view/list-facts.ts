import { textOfTerm } from '../../tasks/inspect/each-triple.js';
import { typeStatistics } from '../../tasks/inspect/statistics.js';
import { spdxIdentifier } from '../../package/spdx-license.js';
import { byteCount } from '../../package/described-files.js';
import { DCTERMS, RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import type { RowRange, SegmentReader } from '../../store/index/segment-reader.js';
import { Turns } from '../../base/threads/turns.js';
import { isDescriptorId } from '../../crate/metadata-names.js';
import { workOf } from './crate-versions.js';
import { entityName, entityValues, keptText, shortText } from './entity-texts.js';
import { splitKeywords } from './keywords.js';
import { COVERAGES } from './places/indexed-places.js';
import type { CrateSummary } from './store-index.js';

/** What the quads of a crate say for its summary. */
export type ListFacts = Omit<CrateSummary, 'key' | 'graph' | 'title'>;

/** The IRI of the format, without its version. */
const RO_CRATE = /^https?:\/\/w3id\.org\/ro\/crate\/(\d+\.\d+)\b/;

/** What is known of a crate while the orders are read: ids of terms, each once. */
interface Draft {
  readonly graph: string;
  /** The number of its graph. */
  readonly number: number;
  readonly root: number;
  readonly values: Readonly<Record<Field, Set<number>>>;
  /** Of the format, as the descriptor says it. */
  readonly versions: Set<string>;
  /** How many entities have a type. */
  readonly types: Map<number, number>;
  entities: number;
  files: number;
  bytes: number;
  /** The subject that was counted last. */
  last: number;
}

const CONFORMS_TO = `${DCTERMS}conformsTo`;

/** The properties of the root that its summary needs, with their IRIs. */
const FIELDS = {
  name: schemaOrg('name'),
  datePublished: schemaOrg('datePublished'),
  licence: schemaOrg('license'),
  keyword: schemaOrg('keywords'),
  author: [...schemaOrg('author'), ...schemaOrg('creator')],
  publisher: schemaOrg('publisher'),
  place: COVERAGES.flatMap(schemaOrg),
  profile: [CONFORMS_TO],
  identifier: schemaOrg('identifier'),
} as const;

type Field = keyof typeof FIELDS;

const FIELD_NAMES = Object.keys(FIELDS) as Field[];

/** Values of a facet that are kept of one crate. */
const MOST_VALUES = 100;

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
    drafts[number] = newDraft({ graph, number, root });
  }
  const reader = new FactsReader(index, drafts);
  for (const segment of index.segmentsWith(new Set(numbers.values()))) await reader.read(segment);
  const facts = new Map<string, ListFacts>();
  for (const [graph, number] of numbers) facts.set(graph, await reader.factsOf(drafts[number] as Draft));
  return facts;
}

function newDraft(crate: Pick<Draft, 'graph' | 'number' | 'root'>): Draft {
  return {
    ...crate,
    values: Object.fromEntries(FIELD_NAMES.map((field) => [field, new Set()])) as unknown as Draft['values'],
    versions: new Set(),
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
  /** Lists of texts that crates have in common, once each. */
  readonly #lists = new Map<string, readonly string[]>();

  constructor(index: QuadIndex, drafts: readonly (Draft | undefined)[]) {
    this.#index = index;
    this.#drafts = drafts;
  }

  async read(segment: SegmentReader): Promise<void> {
    for (const field of FIELD_NAMES)
      for (const iri of FIELDS[field])
        await this.#each(segment, iri, (draft, subject, value) => {
          const values = draft.values[field];
          if (subject === draft.root) {
            if (values.size < MOST_VALUES) values.add(value);
          } else if (field === 'profile') this.#addVersion(draft, subject, value);
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

  #addVersion({ versions }: Draft, subject: number, profile: number): void {
    const [, version] = RO_CRATE.exec(this.#text(profile)) ?? [];
    if (version === undefined || versions.has(version)) return;
    const descriptor = textOfTerm(this.#index.term(subject));
    if (isDescriptorId(descriptor.slice(descriptor.lastIndexOf('/') + 1))) versions.add(version);
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

  async factsOf(draft: Draft): Promise<ListFacts> {
    await this.#turns.give();
    const { values, versions } = draft;
    const [name] = values.name;
    const [date] = values.datePublished;
    const datePublished = date === undefined ? undefined : this.#text(date);
    const types = new Map([...draft.types].map(([type, count]) => [this.#text(type), count]));
    const named = (field: Field) => [...values[field]].flatMap((id) => this.#named(draft, id) ?? []);
    return {
      name: name === undefined ? undefined : shortText(this.#index.term(name)),
      datePublished,
      facets: {
        type: this.#list(typeStatistics(types).map((type) => type.name)),
        profile: this.#list([...values.profile].map((id) => this.#text(id))),
        licence: this.#list(named('licence').map((licence) => spdxIdentifier(licence) ?? licence)),
        keyword: this.#list([...values.keyword].flatMap((id) => this.#keywords(draft, id))),
        author: this.#list(named('author')),
        publisher: this.#list(named('publisher')),
        place: this.#list(named('place')),
        year: this.#list(/^\d{4}(?=-|$)/.exec(datePublished ?? '') ?? []),
        version: this.#list([...versions]),
      },
      works: this.#list(this.#identifiers(draft).flatMap((one) => workOf(one) ?? [])),
      entities: draft.entities,
      files: draft.files,
      bytes: draft.bytes,
    };
  }

  /** The IRI of a crate, and what its root says: a text, an IRI, or the value of an entity. */
  #identifiers({ graph, number, values }: Draft): string[] {
    return [
      graph,
      ...[...values.identifier].flatMap((id) => {
        const inside = [...entityValues(this.#index, id, schemaOrg('value'), number)];
        return [id, ...inside].map((one) => this.#text(one));
      }),
    ];
  }

  /** A text may have several keywords. */
  #keywords(draft: Draft, id: number): readonly string[] {
    const term = this.#index.term(id);
    if (!term.startsWith('"')) return [this.#named(draft, id) ?? ''];
    return splitKeywords(textOfTerm(term)).map((word) => keptText(word));
  }

  /**
   * A text, an IRI outside of the crate, or the name of what has no IRI that others know; undefined without a name.
   */
  #named({ graph, number }: Draft, id: number): string | undefined {
    const term = this.#index.term(id);
    const isOutside = term.startsWith('<') && !term.startsWith(`<${graph}`);
    if (term.startsWith('"') || isOutside) return this.#text(id);
    return entityName(this.#index, id, number);
  }

  #text(id: number): string {
    let text = this.#texts.get(id);
    if (text === undefined) this.#texts.set(id, (text = shortText(this.#index.term(id))));
    return text;
  }

  /** Each text once, without empty ones. */
  #list(texts: readonly string[]): readonly string[] {
    const list = [...new Set(texts)].filter((text) => text !== '');
    const key = list.join('\n');
    const known = this.#lists.get(key);
    if (known === undefined) this.#lists.set(key, list);
    return known ?? list;
  }
}
