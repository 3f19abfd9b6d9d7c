import { JSONLD } from '../../base/rdf/syntaxes.js';
import { isObject, type JsonObject, type JsonValue } from '../../crate/json/value.js';
import { contextAddress } from '../../crate/spec-version.js';
import { isWebAddress } from '../../package/package-options.js';
import { profileDescription, type ProfileFacts } from './profile-description.js';
import type { OwnTerm } from './shared-terms.js';

/** A file of a profile crate. */
export interface ProfileFile {
  /** Relative to its root. */
  readonly path: string;
  readonly text: string;
}

/** The name of the context in a profile crate. */
export const CONTEXT_FILE = 'context.jsonld';
const DESCRIPTION_FILE = 'index.html';
const INDEX_FILE = 'index.json';
const ROLES = 'http://www.w3.org/ns/dx/prof/role/';

/** The IRI of a term of a profile. */
export function profileTerm(permalink: string, name: string): string {
  return `${permalink.replace(/#$/, '')}#${name}`;
}

/** The context of a profile. @param iris new IRI by old IRI */
export function profileContext(terms: readonly OwnTerm[], iris: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    terms.map(({ name, iri, entry }) => {
      const moved = iris.get(iri) ?? iri;
      return [name, isObject(entry) ? { ...entry, '@id': moved } : moved];
    }),
  );
}

/**
 * The files of the profile crate: its metadata, its context, a page that describes it, and an index that makes the
 * folder one for `--contexts`.
 */
export function profileFiles(
  terms: readonly OwnTerm[],
  iris: ReadonlyMap<string, string>,
  facts: ProfileFacts,
): ProfileFile[] {
  const { permalink, address, name, license, date } = facts;
  const context = profileContext(terms, iris);
  const crateContext = contextAddress();
  const isUsed = terms.some(({ definition }) => Object.keys(definition).some((key) => key in context));
  const described = terms.map((term) => ({ ...term, iri: iris.get(term.iri) ?? term.iri }));
  const description = {
    path: DESCRIPTION_FILE,
    text: profileDescription(described, facts),
  };
  const contextFile = { path: CONTEXT_FILE, text: jsonText({ '@context': context }) };
  const index = { path: INDEX_FILE, text: jsonText([{ file: CONTEXT_FILE, urls: [address] }]) };
  const specification = crateContext.replace(/\/context$/, '');
  const document: JsonObject = {
    '@context': isUsed ? [crateContext, context] : crateContext,
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: { '@id': specification },
        about: { '@id': permalink },
      },
      {
        '@id': permalink,
        '@type': ['Dataset', 'Profile'],
        identifier: { '@id': '#identifier' },
        name,
        description: `The terms that crates of the profile ${permalink} share.`,
        datePublished: date,
        license: { '@id': license },
        isProfileOf: { '@id': specification },
        hasPart: [description, contextFile, index].map(({ path }) => ({ '@id': path })),
        hasResource: [{ '@id': '#specification' }, { '@id': '#context' }],
        mentions: described.map(({ iri }) => ({ '@id': iri })),
      },
      {
        '@id': '#identifier',
        '@type': 'PropertyValue',
        name: 'Permalink of the profile',
        value: permalink,
        ...(isWebAddress(permalink) ? { url: permalink } : {}),
      },
      { '@id': license, '@type': 'CreativeWork', name: license, description: 'The licence of this profile.' },
      {
        ...fileEntity(description, 'Profile description', 'What the profile is, for people.', 'text/html'),
        about: { '@id': permalink },
      },
      fileEntity(contextFile, 'JSON-LD context', `What crates name as ${address}.`, JSONLD.mediaType),
      fileEntity(index, 'Index of the contexts', 'The address of each context in this folder.', 'application/json'),
      ...resource('#specification', 'Description of the profile', description, {
        role: 'specification',
        name: 'Specification',
        description: 'The resource says what the profile demands.',
      }),
      ...resource('#context', 'JSON-LD context of the profile', contextFile, {
        role: 'vocabulary',
        name: 'Vocabulary',
        description: 'The resource defines the terms of the profile.',
      }),
      ...terms.map(({ iri, definition }) => replacing(iri, withIds(definition, iris) as JsonObject)),
    ],
  };
  return [{ path: 'ro-crate-metadata.json', text: jsonText(document) }, description, contextFile, index];
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function fileEntity({ path, text }: ProfileFile, name: string, description: string, encodingFormat: string) {
  const contentSize = String(new TextEncoder().encode(text).length);
  return { '@id': path, '@type': 'File', name, description, encodingFormat, contentSize };
}

/** A resource of the profile and its role. */
function resource(
  id: string,
  title: string,
  { path }: ProfileFile,
  { role, name, description }: { readonly role: string; readonly name: string; readonly description: string },
): JsonObject[] {
  return [
    {
      '@id': id,
      '@type': 'ResourceDescriptor',
      name: title,
      hasRole: { '@id': `${ROLES}${role}` },
      hasArtifact: { '@id': path },
    },
    { '@id': `${ROLES}${role}`, '@type': 'DefinedTerm', name, description },
  ];
}

/** The definition of a term that still leads to the IRI that the term had. */
function replacing(old: string, definition: JsonObject): JsonObject {
  if (definition['@id'] === old) return definition;
  const known = [definition['sameAs'] ?? []].flat();
  const same = [...known, { '@id': old }];
  return { ...definition, sameAs: same.length === 1 ? (same[0] as JsonValue) : same };
}

/** A value with new identifiers in its references. */
function withIds(value: JsonValue, iris: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withIds(item, iris));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '@id' && typeof item === 'string' ? [key, iris.get(item) ?? item] : [key, withIds(item, iris)],
    ),
  );
}
