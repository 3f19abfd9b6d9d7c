import { isObject, type JsonObject, type JsonValue } from '../crate/json/value.js';
import { contextAddress } from '../crate/spec-version.js';
import type { OwnTerm } from './shared-terms.js';

/** A file of a profile crate. */
export interface ProfileFile {
  /** Relative to its root. */
  readonly path: string;
  readonly text: string;
}

/** What a profile crate says of itself. */
export interface ProfileFacts {
  readonly permalink: string;
  /** Address of its context. */
  readonly address: string;
  readonly name: string;
  readonly license: string;
  /** ISO 8601. */
  readonly date: string;
}

/** The name of the context in a profile crate. */
export const CONTEXT_FILE = 'context.jsonld';

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

/** The files of the profile crate: its metadata, its context, and an index that makes the folder one for `--contexts`. */
export function profileFiles(
  terms: readonly OwnTerm[],
  iris: ReadonlyMap<string, string>,
  facts: ProfileFacts,
): ProfileFile[] {
  const { permalink, address, name, license, date } = facts;
  const context = profileContext(terms, iris);
  const crateContext = contextAddress();
  const isUsed = terms.some(({ definition }) => Object.keys(definition).some((key) => key in context));
  const file = (id: string, title: string, description: string, encodingFormat: string): JsonObject => ({
    '@id': id,
    '@type': 'File',
    name: title,
    description,
    encodingFormat,
  });
  const document: JsonObject = {
    '@context': isUsed ? [crateContext, context] : crateContext,
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: { '@id': crateContext.replace(/\/context$/, '') },
        about: { '@id': './' },
      },
      {
        '@id': './',
        '@type': ['Dataset', 'Profile'],
        identifier: permalink,
        name,
        description: `The terms that crates of the profile ${permalink} share.`,
        datePublished: date,
        license: { '@id': license },
        hasPart: [{ '@id': CONTEXT_FILE }, { '@id': 'index.json' }],
        hasResource: { '@id': '#context' },
        mentions: terms.map(({ iri }) => ({ '@id': iris.get(iri) ?? iri })),
      },
      { '@id': license, '@type': 'CreativeWork', name: license, description: 'The licence of this profile.' },
      file(CONTEXT_FILE, 'JSON-LD context', `What crates name as ${address}.`, 'application/ld+json'),
      file('index.json', 'Index of the contexts', 'The address of each context in this folder.', 'application/json'),
      {
        '@id': '#context',
        '@type': 'ResourceDescriptor',
        name: 'JSON-LD context of the profile',
        hasRole: { '@id': 'http://www.w3.org/ns/dx/prof/role/vocabulary' },
        hasArtifact: { '@id': CONTEXT_FILE },
      },
      {
        '@id': 'http://www.w3.org/ns/dx/prof/role/vocabulary',
        '@type': 'DefinedTerm',
        name: 'Vocabulary',
        description: 'The resource defines the terms of the profile.',
      },
      ...terms.map(({ definition }) => withIds(definition, iris) as JsonObject),
    ],
  };
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return [
    { path: 'ro-crate-metadata.json', text: text(document) },
    { path: CONTEXT_FILE, text: text({ '@context': context }) },
    { path: 'index.json', text: text([{ file: CONTEXT_FILE, urls: [address] }]) },
  ];
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
