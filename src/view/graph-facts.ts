import { nextTurn } from '../crate/read/stop-signal.js';
import { GraphStatistics } from '../inspect/graph-statistics.js';
import type { CrateStatistics } from '../inspect/statistics.js';
import { detached, eachTriple, textOfTerm } from '../inspect/each-triple.js';
import { TextSet } from '../rdf/text-set.js';
import { DCTERMS, RDF_TYPE, schemaOrg, wellKnownPrefixes } from '../rdf/vocabulary.js';
import { utf8Text } from '../store/utf8-text.js';
import { identifierLabel } from './entity-label.js';

/** What the index of a store keeps of one graph. */
export interface GraphFacts {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly keywords: readonly string[];
  readonly datePublished: string | undefined;
  readonly profiles: readonly string[];
  readonly licences: readonly { readonly iri: string; readonly name: string | undefined }[];
  /** Names of authors and creators of the root. */
  readonly authors: readonly string[];
  readonly statistics: CrateStatistics;
  /** IRIs outside of the crate that it describes or refers to, with the name that it gives them. */
  readonly mentions: ReadonlyMap<string, string | undefined>;
  /** Uses of each property, by IRI. */
  readonly properties: ReadonlyMap<string, number>;
}

type Field = 'name' | 'description' | 'keywords' | 'datePublished' | 'profile' | 'licence' | 'author';

const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ...fieldOf('name', 'name'),
  ...fieldOf('description', 'description'),
  ...fieldOf('keywords', 'keywords'),
  ...fieldOf('datePublished', 'datePublished'),
  ...fieldOf('license', 'licence'),
  ...fieldOf('author', 'author'),
  ...fieldOf('creator', 'author'),
  [`<${DCTERMS}conformsTo>`, 'profile'],
]);
const NAMES: ReadonlySet<string> = new Set(schemaOrg('name').map((iri) => `<${iri}>`));
const TYPE = `<${RDF_TYPE}>`;
const VOCABULARIES = [...wellKnownPrefixes().values()];
/** Characters of one text that are kept: a list shows less, and a search finds the rest by a query. */
const MOST_CHARACTERS = 4000;

function fieldOf(property: string, field: Field): [string, Field][] {
  return schemaOrg(property).map((iri) => [`<${iri}>`, field]);
}

/** Reads a graph in one pass. @param chunks N-Quads, each chunk whole lines */
export async function readGraphFacts(chunks: AsyncIterable<Uint8Array>, graph: string): Promise<GraphFacts> {
  const reader = new FactsReader(graph);
  let isFirst = true;
  for await (const bytes of chunks) {
    if (!isFirst) await nextTurn(); // a large graph does not keep other events waiting
    isFirst = false;
    eachTriple(utf8Text(bytes), graph, (s, p, o) => reader.add(s, p, o));
  }
  return reader.facts();
}

class FactsReader {
  readonly #statistics: GraphStatistics;
  readonly #root: string;
  readonly #inside: string;
  /** Literals as a quote and their text, other terms as N-Quads writes them. */
  readonly #fields: Record<Field, string[]> = { name: [], description: [], keywords: [], datePublished: [], profile: [], licence: [], author: [] }; // prettier-ignore
  readonly #mentions = new Map<string, string | undefined>();
  readonly #properties = new Map<string, number>();
  /** The identifiers of named entities inside the crate, and the name of each. */
  readonly #inner = new TextSet();
  readonly #innerNames: string[] = [];
  #last = '';
  #isOutside = false;

  constructor(graph: string) {
    this.#statistics = new GraphStatistics(graph);
    this.#root = `<${graph}>`;
    this.#inside = `<${graph.endsWith('/') ? graph : `${graph}/`}`;
  }

  add(subject: string, predicate: string, object: string): void {
    this.#statistics.add(subject, predicate, object);
    const uses = this.#properties.get(predicate);
    this.#properties.set(uses === undefined ? detached(predicate) : predicate, (uses ?? 0) + 1);
    if (subject !== this.#last) {
      this.#last = subject;
      this.#isOutside = this.#mention(subject);
    }
    if (subject === this.#root) this.#addField(predicate, object);
    if (NAMES.has(predicate)) this.#addName(subject, object);
    if (predicate !== TYPE && object.startsWith('<')) this.#mention(object);
  }

  #addField(predicate: string, object: string): void {
    const field = FIELDS.get(predicate);
    if (field === undefined) return;
    this.#fields[field].push(object.startsWith('"') ? `"${shortText(object)}` : detached(object));
  }

  /** Remembers an IRI outside of the crate. @returns whether it is one */
  #mention(term: string): boolean {
    if (!term.startsWith('<') || term === this.#root || term.startsWith(this.#inside)) return false;
    const iri = term.slice(1, -1);
    if (this.#mentions.has(iri)) return true;
    if (VOCABULARIES.some((vocabulary) => iri.startsWith(vocabulary))) return false;
    this.#mentions.set(detached(iri), undefined);
    return true;
  }

  #addName(subject: string, object: string): void {
    const name = shortText(object);
    if (this.#isOutside) {
      const iri = subject.slice(1, -1);
      this.#mentions.set(iri, this.#mentions.get(iri) ?? name);
    } else if (this.#inner.add(subject)) this.#innerNames.push(name);
  }

  facts(): GraphFacts {
    const { name, description, keywords, datePublished, profile, licence, author } = this.#fields;
    const texts = (terms: readonly string[]) => terms.map(plainText);
    return {
      name: texts(name)[0],
      description: texts(description)[0],
      keywords: [...new Set(texts(keywords).flatMap((text) => text.split(/\s*[,;\n]\s*/)))].filter(
        (word) => word !== '',
      ),
      datePublished: texts(datePublished)[0],
      profiles: texts(profile),
      licences: licence.map((term) => ({ iri: plainText(term), name: this.#labelOf(term) })),
      authors: author.map((term) => this.#labelOf(term) ?? plainText(term)),
      statistics: this.#statistics.result(),
      mentions: this.#mentions,
      properties: new Map([...this.#properties].map(([term, uses]) => [term.slice(1, -1), uses])),
    };
  }

  /** The name of an entity, or what tells it from others inside of the crate; undefined for an IRI outside. */
  #labelOf(term: string): string | undefined {
    const name = this.#nameOf(term);
    if (name !== undefined) return name;
    if (term.startsWith('_:')) return 'without a name';
    return term.startsWith(this.#inside) ? identifierLabel(term.slice(this.#inside.length, -1)) : undefined;
  }

  #nameOf(term: string): string | undefined {
    return this.#mentions.get(plainText(term)) ?? this.#innerNames[this.#inner.find(term)];
  }
}

function shortText(literal: string): string {
  return detached(textOfTerm(literal).slice(0, MOST_CHARACTERS));
}

/** The text of a field. */
function plainText(term: string): string {
  return term.startsWith('"') ? term.slice(1) : textOfTerm(term);
}
