import { ownVersion } from '../../../base/own-manifest.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import { CrateError } from '../../../base/errors.js';
import { isIsoDate, localDay } from '../../../crate/iso-date.js';
import type { JsonObject } from '../../../crate/json/value.js';
import type { Change, Step } from '../plan.js';
import type { CrateIndex } from './crate-index.js';
import { descriptorChanges } from './snapshot.js';

/** An author of a fork. */
export interface ForkAuthor {
  readonly name: string;
  /** Absolute IRI, best an ORCID. Default: a local identifier made of the name. */
  readonly id?: string | undefined;
}

/** What a fork says about itself. */
export interface ForkOptions {
  /** Added to the authors of the root, and named as those who made the fork. */
  readonly authors?: readonly ForkAuthor[] | undefined;
  /** An ISO 8601 date; `none` for no date. Default: today, on the calendar of this machine. */
  readonly datePublished?: string | undefined;
  /** IRI of the publisher. Default `none`: a fork has no publisher yet. */
  readonly publisher?: string | undefined;
}

/** Our own name in what we record. */
export const SOFTWARE = 'https://github.com/crategraph/crategraph';

/**
 * Step B2: the crate evolves on its own from here on.
 * @param options as {@link checkFork} accepts them
 * @param step the step of these changes: B5 demands a fork, too
 */
export function forkChanges(index: CrateIndex, options: ForkOptions, step: Step = 'B2'): Change[] {
  const { root } = index;
  const authors = authorsOf(index, options.authors ?? []);
  const change = (why: string, properties: Partial<Change>): Change => ({
    step,
    action: 'change',
    id: root.id,
    ...properties,
    why,
  });
  const distributions = index.values(root.iri, 'distribution').length;
  const risk =
    distributions === 0 ? undefined : '`distribution` still names downloads of the crate that this is based on';
  const isNamed = index.references(root.iri, 'isBasedOn').includes(root.iri);
  const basedOn = change('the fork names what it is based on: isBasedOn', { add: { isBasedOn: { '@id': root.iri } } });
  return [
    ...descriptorChanges(index, step),
    change('the fork is a crate of its own, in its own folder', { action: 'rename', newId: './', risk }),
    ...identifierChanges(index, change),
    ...(isNamed ? [] : [basedOn]),
    ...publication(index, options, change),
    ...authors.changes(change),
    ...record(index, authors.ids, change),
  ];
}

type ChangeOfRoot = (why: string, properties: Partial<Change>) => Change;

/** Checks what the user says about a fork. @throws CrateError ERR_USAGE for an invalid date, publisher or author */
export function checkFork({ authors = [], datePublished = 'none', publisher = 'none' }: ForkOptions): void {
  if (datePublished !== 'none' && !isIsoDate(datePublished))
    throw new CrateError('ERR_USAGE', `${datePublished} is not a date`, {
      hint: 'write a date such as 2024-09-20, or none',
    });
  if (publisher !== 'none' && !isAbsoluteIri(publisher))
    throw new CrateError('ERR_USAGE', `the publisher ${publisher} is not an IRI`, {
      hint: 'give an IRI such as https://ror.org/02mhbdp94, or none',
    });
  for (const { name, id } of authors)
    if (name.trim() === '' || (id !== undefined && !isAbsoluteIri(id)))
      throw new CrateError(
        'ERR_USAGE',
        `the author ${JSON.stringify(name)} has no name, or an identifier that is not an IRI`,
      );
}

/** The fork is not what the identifiers of the old crate name, and does not ask to be cited as that one. */
function identifierChanges(index: CrateIndex, change: ChangeOfRoot): Change[] {
  const { root } = index;
  const changes: Change[] = [];
  for (const name of ['identifier', 'isDefinedBy', 'cite-as']) {
    if (!index.has(root.iri, name)) continue;
    changes.push(change(`a fork is not what this names: ${name} was ${shown(index, name)}`, { drop: [name] }));
    for (const iri of index.references(root.iri, name)) {
      const entity = index.entity(iri);
      const isOnlyHere = index.referenceCount(iri) === referencesFrom(index, iri, name);
      if (entity?.kind !== 'contextual' || !index.hasType(iri, PROPERTY_VALUE) || !isOnlyHere) continue;
      const step = changes[0]?.step ?? 'B2';
      changes.push({ step, action: 'remove', id: entity.id, why: `nothing but the ${name} of the root refers to it` });
    }
  }
  return changes;
}

const PROPERTY_VALUE: ReadonlySet<string> = new Set([
  'http://schema.org/PropertyValue',
  'https://schema.org/PropertyValue',
]);

/** How many values of a property of the root refer to an entity. */
function referencesFrom(index: CrateIndex, iri: string, name: string): number {
  const ids = index.values(index.root.iri, name).map((one) => (one as { '@id'?: unknown } | null)?.['@id']);
  return ids.filter((id) => typeof id === 'string' && index.document.resolveId(id) === iri).length;
}

/** The values of a property of the root, for people. */
function shown(index: CrateIndex, name: string): string {
  const texts = [...index.texts(index.root.iri, name), ...index.references(index.root.iri, name)];
  return texts.length === 0 ? JSON.stringify(index.values(index.root.iri, name)) : texts.join(', ');
}

/** When and by whom the fork is published: what the old crate says about that is no longer true. */
function publication(index: CrateIndex, options: ForkOptions, change: ChangeOfRoot): Change[] {
  const { datePublished = localDay(), publisher = 'none' } = options;
  const values: readonly (readonly [string, JsonObject | undefined])[] = [
    ['datePublished', datePublished === 'none' ? undefined : { datePublished }],
    ['publisher', publisher === 'none' ? undefined : { publisher: { '@id': publisher } }],
  ];
  return values.flatMap(([name, add]) => {
    const has = index.has(index.root.iri, name);
    const risk = add === undefined ? `the fork has no ${name}` : undefined;
    if (!has && add === undefined) return [];
    const now = `${name} of the fork: ${name === 'publisher' ? publisher : datePublished}`;
    const why = has ? `${now}; it was ${shown(index, name)}` : now;
    return [change(why, { ...(has && { drop: [name] }), ...(add && { add }), ...(risk !== undefined && { risk }) })];
  });
}

/** The people who made the fork: their identifiers, and what to add. */
function authorsOf(index: CrateIndex, authors: readonly ForkAuthor[]) {
  const known = index.references(index.root.iri, 'author');
  const ids: string[] = [];
  const added: { readonly id: string; readonly entity: JsonObject | undefined; readonly isAuthor: boolean }[] = [];
  const isRepeated = ({ name, id }: ForkAuthor, index: number) =>
    id === undefined && authors.findIndex((one) => one.id === undefined && one.name === name) < index;
  for (const [position, author] of authors.entries()) {
    if (isRepeated(author, position)) continue; // as with an author of the crate, the same name is the same person
    const { name, id: given } = author;
    const sameName = known.find((iri) => given === undefined && index.text(iri, 'name') === name);
    const described = given === undefined ? sameName : [given, otherScheme(given)].find((iri) => index.entity(iri));
    const id =
      described === undefined ? (given ?? index.freshId(localId(name))) : (index.entity(described)?.id ?? described);
    if (ids.includes(id)) continue;
    ids.push(id);
    const entity = described === undefined ? { '@type': 'Person', name } : undefined;
    added.push({ id, entity, isAuthor: known.includes(index.document.resolveId(id)) });
  }
  const changes = (change: ChangeOfRoot): Change[] =>
    added.flatMap(({ id, entity, isAuthor }) => [
      ...(isAuthor ? [] : [change(`an author of the fork: ${id}`, { add: { author: { '@id': id } } })]),
      ...(entity === undefined ? [] : [change('an author of the fork', { action: 'add', id, add: entity })]),
    ]);
  return { ids, changes };
}

/** An ORCID is one person, with http and with https. */
function otherScheme(iri: string): string {
  return iri.startsWith('http:') ? iri.replace('http:', 'https:') : iri.replace(/^https:/, 'http:');
}

function localId(name: string): string {
  const readable = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `#${readable === '' ? 'author' : readable}`;
}

/**
 * Records who made the fork when, with what, from what. A `CreateAction` is what RO-Crate uses for an action that makes
 * a new crate; an `UpdateAction` changes a crate that stays the same one.
 */
function record(index: CrateIndex, agents: readonly string[], change: ChangeOfRoot): Change[] {
  const { root } = index;
  const id = index.freshId('#fork');
  const references = agents.map((agent) => ({ '@id': agent }));
  const [only] = references;
  const agent = references.length > 1 ? { agent: references } : only === undefined ? {} : { agent: only };
  const action: JsonObject = {
    '@type': 'CreateAction',
    name: `Fork of ${index.text(root.iri, 'name') ?? root.iri}`,
    endTime: new Date().toISOString().replace(/\.\d+/, ''),
    ...agent,
    instrument: { '@id': SOFTWARE },
    object: { '@id': root.iri },
    result: { '@id': './' },
    actionStatus: { '@id': 'http://schema.org/CompletedActionStatus' },
  };
  const risk = agents.length > 0 ? undefined : 'the fork names no author';
  const software = { '@type': 'SoftwareApplication', name: 'crategraph', url: SOFTWARE, version: ownVersion() };
  const changes = [
    change('the root mentions how it was made', { add: { mentions: { '@id': id } } }),
    change('the record of the fork', { action: 'add', id, add: action, risk }),
  ];
  if (index.entity(SOFTWARE) === undefined)
    changes.push(change('the program that made the fork', { action: 'add', id: SOFTWARE, add: software }));
  return changes;
}
