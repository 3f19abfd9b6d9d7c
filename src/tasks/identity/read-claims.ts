import { byteCount } from '../../package/described-files.js';
import { RDF_TYPE, schemaOrg } from '../../base/rdf/vocabulary.js';
import { Turns } from '../../base/threads/turns.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { literalOf } from '../../store/value-line.js';
import type { ClaimingEntity, IdentityClaim, IdentityReason } from './identity-classes.js';
import {
  checksumAlgorithm,
  contentChecksum,
  emailIn,
  identifierOfIri,
  identifierOfText,
  licenceOf,
  type KnownIdentifier,
} from './normal-forms.js';

/** What crates say of the identity of their entities. */
export interface ReadClaims {
  readonly entities: readonly ClaimingEntity[];
  /** Nodes without a name that say what they are: no other graph can name them. */
  readonly blank: number;
}

const PERSON = ['http://xmlns.com/foaf/0.1/Person', ...schemaOrg('Person')];
const ORGANISATION = [
  'http://xmlns.com/foaf/0.1/Organization',
  ...['Organization', 'Corporation', 'EducationalOrganization', 'CollegeOrUniversity', 'School', 'GovernmentOrganization', 'NGO', 'ResearchOrganization', 'Project', 'ResearchProject', 'FundingAgency', 'Consortium', 'LibrarySystem', 'MedicalOrganization', 'Hospital', 'LocalBusiness'].flatMap(schemaOrg), // prettier-ignore
];

/** What an entity is, as bits. */
const IS = { person: 1, organisation: 2, file: 4, value: 8, licence: 16, shared: 32 } as const;

/** An IRI that may be an identifier: all others are not looked at. */
const LIKELY = /orcid|ror\.org|^<ror:|doi|licen[cs]|creativecommons/i;

/** Values of `identifier`, `sameAs` and `url`: an address of a DOI may be that of an article about the thing. */
const REASONS: readonly (readonly [name: string, reason: IdentityReason])[] = [
  ['identifier', 'identifier'],
  ['sameAs', 'sameAs'],
  ['url', 'url'],
];

/** Names of an entity that are read. */
const MOST_NAMES = 20;

type Visit = (subject: number, object: number, graph: number) => void;

/**
 * Reads what crates say of the identity of their entities from the index: the IRIs that are identifiers, and the few
 * properties that have some, not the rest of the crates.
 * @param isCrate by the number of a graph
 */
export async function readClaims(index: QuadIndex, isCrate: (graph: number) => boolean): Promise<ReadClaims> {
  const reader = new ClaimReader(index, isCrate);
  await reader.read();
  return { entities: reader.entities(), blank: reader.blank.size };
}

/** The numbers of the crates that have a term as subject or value. */
export function cratesWithTerm(index: QuadIndex, id: number, isCrate: (graph: number) => boolean): Set<number> {
  const crates = new Set<number>();
  for (const order of ['spog', 'ospg'] as const)
    for (const { columns, from, to } of index.rows(order, [id]))
      for (let row = from; row < to; row += 1) {
        const graph = columns[3]?.[row] as number;
        if (isCrate(graph)) crates.add(graph);
      }
  return crates;
}

interface Draft {
  readonly claims: Map<string, IdentityClaim & { readonly crates: Set<number> }>;
  readonly sizes: Set<number>;
}

class ClaimReader {
  readonly blank = new Set<number>();
  readonly #index: QuadIndex;
  readonly #isCrate: (graph: number) => boolean;
  readonly #kinds: Uint8Array;
  readonly #drafts = new Map<number, Draft>();
  readonly #turns = new Turns();
  /** What each value says by itself. */
  readonly #values = new Map<number, KnownIdentifier | undefined>();

  constructor(index: QuadIndex, isCrate: (graph: number) => boolean) {
    this.#index = index;
    this.#isCrate = isCrate;
    this.#kinds = new Uint8Array(index.nextId);
  }

  async read(): Promise<void> {
    await this.#readKinds();
    const checksums = await this.#readIris();
    for (const [name, reason] of REASONS)
      await this.#each(schemaOrg(name), (subject, object, graph) => this.#addValue(subject, { object, graph, reason }));
    await this.#each(schemaOrg('email'), (subject, object, graph) => {
      if (!this.#is(subject, 'person') && !this.#is(subject, 'organisation')) return;
      this.#add(subject, emailIn(this.#text(object)), 'email', graph);
    });
    await this.#readChecksums(checksums);
    if (checksums.length === 0) return;
    await this.#each(schemaOrg('contentSize'), (subject, object) => {
      const size = this.#drafts.has(subject) ? byteCount(this.#text(object)) : undefined;
      if (size !== undefined) this.#drafts.get(subject)?.sizes.add(size);
    });
  }

  /** Most files are the only ones with their content: what is kept of these is a bit. */
  async #readChecksums(properties: readonly string[]): Promise<void> {
    const owners = new Map<string, number>();
    await this.#eachChecksum(properties, (file, { iri }) => {
      const owner = owners.get(iri);
      if (owner === undefined) owners.set(iri, file);
      else if (owner !== file) for (const one of [owner, file]) this.#setKind(one, IS.shared);
    });
    await this.#eachChecksum(properties, (file, identifier, crate) => {
      if (this.#is(file, 'shared')) this.#add(file, identifier, 'checksum', crate);
    });
  }

  async #eachChecksum(
    properties: readonly string[],
    visit: (file: number, identifier: KnownIdentifier, crate: number) => void,
  ): Promise<void> {
    for (const property of properties) {
      const algorithm = checksumAlgorithm(property);
      if (algorithm === undefined) continue;
      await this.#each([property], (file, text, crate) => {
        const identifier = this.#is(file, 'file') ? contentChecksum(algorithm, this.#text(text)) : undefined;
        if (identifier !== undefined) visit(file, identifier, crate);
      });
    }
  }

  #setKind(id: number, kind: number): void {
    this.#kinds[id] = (this.#kinds[id] ?? 0) | kind;
  }

  async #readKinds(): Promise<void> {
    const kinds = new Map<number, number>();
    const set = (kind: keyof typeof IS, types: readonly string[]) => {
      for (const type of types) kinds.set(this.#index.idOf(`<${type}>`), IS[kind]);
    };
    set('person', PERSON);
    set('organisation', ORGANISATION);
    set('file', schemaOrg('MediaObject'));
    set('value', schemaOrg('PropertyValue'));
    for (const [type, kind] of kinds)
      if (type > 0) await this.#each([RDF_TYPE], (subject) => this.#setKind(subject, kind), type);
    await this.#each(schemaOrg('license'), (_, licence) => this.#setKind(licence, IS.licence));
  }

  /** Reads the IRIs that are identifiers. @returns the properties that have checksums */
  async #readIris(): Promise<string[]> {
    const checksums: string[] = [];
    for (const [term, id] of this.#index.terms()) {
      if (!term.startsWith('<')) continue;
      if (this.#turns.areDue) await this.#turns.give();
      const iri = term.slice(1, -1);
      if (checksumAlgorithm(iri) !== undefined) checksums.push(iri);
      const identifier = LIKELY.test(term) ? identifierOfIri(iri) : undefined;
      if (identifier === undefined || this.#is(id, 'value')) continue;
      for (const crate of cratesWithTerm(this.#index, id, this.#isCrate)) this.#add(id, identifier, 'iri', crate);
    }
    return checksums;
  }

  /** @param only the object that counts */
  async #each(properties: readonly string[], visit: Visit, only?: number): Promise<void> {
    for (const property of properties) {
      const id = this.#index.idOf(`<${property}>`);
      if (id === 0) continue;
      for (const { columns, from, to } of this.#index.rows('posg', only === undefined ? [id] : [id, only])) {
        const [, objects, subjects, graphs] = columns as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
        for (let row = from; row < to; row += 1)
          if (this.#isCrate(graphs[row] as number))
            visit(subjects[row] as number, objects[row] as number, graphs[row] as number);
        if (this.#turns.areDue) await this.#turns.give();
      }
    }
  }

  #is(id: number, kind: keyof typeof IS): boolean {
    return ((this.#kinds[id] ?? 0) & IS[kind]) !== 0;
  }

  #addValue(
    subject: number,
    { object, graph, reason }: { readonly object: number; readonly graph: number; readonly reason: IdentityReason },
  ): void {
    if (this.#is(subject, 'value')) return;
    const identifier = this.#is(object, 'value') ? this.#valueOf(object, graph) : this.#identifierOf(object, subject);
    if (identifier !== undefined && this.#mayHave(subject, identifier, reason))
      this.#add(subject, identifier, reason, graph);
  }

  /** What a value says by itself, and of a licence also what licence it is. */
  #identifierOf(object: number, subject: number): KnownIdentifier | undefined {
    if (!this.#values.has(object)) {
      const term = this.#index.term(object);
      const text = this.#text(object);
      this.#values.set(object, term.startsWith('<') ? identifierOfIri(text) : term.startsWith('"') ? identifierOfText(text) : undefined); // prettier-ignore
    }
    const known = this.#values.get(object);
    return known === undefined && this.#is(subject, 'licence') ? licenceOf(this.#text(object)) : known;
  }

  /** Whether an entity of this kind can have such an identifier: that of an author is no identifier of an article. */
  #mayHave(subject: number, { kind }: KnownIdentifier, reason: IdentityReason): boolean {
    const isPerson = this.#is(subject, 'person');
    const isOrganisation = this.#is(subject, 'organisation');
    if (kind === 'orcid') return isPerson;
    if (kind === 'ror') return isOrganisation;
    if (kind === 'licence') return this.#is(subject, 'licence');
    return reason !== 'url' && !isPerson && !isOrganisation && !this.#is(subject, 'file');
  }

  /** The identifier that a PropertyValue describes: its IRI, or its value with what the value is said to be. */
  #valueOf(node: number, graph: number): KnownIdentifier | undefined {
    const own = identifierOfIri(this.#text(node));
    if (own !== undefined) return own;
    const texts = (name: string) => [...this.#textsOf(node, schemaOrg(name), graph)].map(([text]) => text);
    const scheme = [...texts('propertyID'), ...texts('name')].join(' ');
    for (const text of [...texts('value'), ...texts('url')]) {
      const identifier = identifierOfText(text, scheme);
      if (identifier !== undefined) return identifier;
    }
    return undefined;
  }

  /** The values of an entity, each with the number of its crate. @param only the crate that counts */
  *#textsOf(
    entity: number,
    properties: readonly string[],
    only?: number,
  ): Generator<readonly [text: string, crate: number]> {
    for (const property of properties.map((iri) => this.#index.idOf(`<${iri}>`)))
      if (property > 0)
        for (const { columns, from, to } of this.#index.rows('spog', [entity, property]))
          for (let row = from; row < to; row += 1) {
            const graph = columns[3]?.[row] as number;
            if (only === undefined ? this.#isCrate(graph) : graph === only)
              yield [this.#text(columns[2]?.[row] as number), graph];
          }
  }

  #add(id: number, identifier: KnownIdentifier | undefined, reason: IdentityReason, graph: number): void {
    if (identifier === undefined) return;
    if (this.#index.term(id).startsWith('_:')) {
      this.blank.add(id);
      return;
    }
    let draft = this.#drafts.get(id);
    if (draft === undefined) this.#drafts.set(id, (draft = { claims: new Map(), sizes: new Set() }));
    const key = `${reason} ${identifier.iri}`;
    const known = draft.claims.get(key);
    if (known === undefined) draft.claims.set(key, { identifier, reason, crates: new Set([graph]) });
    else known.crates.add(graph);
  }

  #text(id: number): string {
    const term = this.#index.term(id);
    return term.startsWith('<') ? term.slice(1, -1) : (literalOf(term)?.value ?? term);
  }

  /** Those that may be the same as others, or contradict themselves. */
  entities(): ClaimingEntity[] {
    const uses = new Map<string, number>();
    for (const { claims } of this.#drafts.values())
      for (const iri of new Set([...claims.values()].map(({ identifier }) => identifier.iri)))
        uses.set(iri, (uses.get(iri) ?? 0) + 1);
    const entities: ClaimingEntity[] = [];
    for (const [id, { claims, sizes }] of this.#drafts) {
      const own = [...claims.values()];
      if (own.length === 1 && uses.get(own[0]?.identifier.iri ?? '') === 1) continue;
      entities.push({
        iri: this.#text(id),
        isPerson: this.#is(id, 'person'),
        isOrganisation: this.#is(id, 'organisation'),
        names: this.#namesOf(id),
        sizes: [...sizes],
        claims: own,
      });
    }
    return entities;
  }

  /** The names; of people without one the given and the family name. */
  #namesOf(id: number): string[] {
    const names = new Set<string>();
    for (const [name] of this.#textsOf(id, schemaOrg('name'))) {
      if (!name.startsWith('_:')) names.add(name);
      if (names.size === MOST_NAMES) break;
    }
    if (names.size > 0 || !this.#is(id, 'person')) return [...names].sort();
    for (const [family, crate] of this.#textsOf(id, schemaOrg('familyName'))) {
      const [given] = [...this.#textsOf(id, schemaOrg('givenName'), crate)].map(([text]) => text);
      names.add(given === undefined ? family : `${given} ${family}`);
      if (names.size === MOST_NAMES) break;
    }
    return [...names].sort();
  }
}
