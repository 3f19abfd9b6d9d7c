import { readFile } from 'node:fs/promises';
import { ActiveContext } from '../../crate/context/active-context.js';
import type { JsonObject } from '../../crate/json/value.js';
import { contextAddress } from '../../crate/spec-version.js';
import { openBundle } from '../../package/contexts/open-contexts.js';
import { plainSchema, RO_TERMS, SCHEMA, wellKnownPrefixes } from '../../base/rdf/vocabulary.js';
import { ownFile } from '../../base/own-files.js';

/** More vocabularies that everyone knows, next to those with a well-known prefix. */
const KNOWN = [
  'http://www.w3.org/',
  'https://www.w3.org/',
  'http://purl.org/',
  'https://purl.org/',
  'http://xmlns.com/foaf/',
  'http://rdfs.org/',
  'http://qudt.org/',
  'https://bioschemas.org/',
  'http://bioschemas.org/',
  'http://edamontology.org/',
  'http://purl.obolibrary.org/',
  'http://www.opengis.net/',
  'http://pcdm.org/',
  'https://pcdm.org/',
  'http://iptc.org/',
  'http://creativecommons.org/ns#',
  'http://spdx.org/rdf/',
  'https://spdx.org/rdf/',
  'http://rs.tdwg.org/',
  'https://w3id.org/ro/terms#',
];

/** What all crates share: the terms of RO-Crate, and the namespaces that everyone knows. */
export interface SharedVocabulary {
  /** Whether a version of the RO-Crate context has a term with this IRI. */
  has(iri: string): boolean;
  /** The IRIs that the versions of the RO-Crate context give a name; none if it is free. */
  irisOf(name: string): ReadonlySet<string>;
  /**
   * Whether an IRI is in a vocabulary that is published elsewhere, such as PROV or a registered
   * one: it needs no definition.
   */
  isKnown(iri: string): boolean;
  /** The project of an IRI in {@link RO_TERMS} whose namespace is not registered. */
  unregisteredProject(iri: string): string | undefined;
}

let shared: Promise<SharedVocabulary> | undefined;

/** Opens the shared vocabulary, once per process. */
export function sharedVocabulary(): Promise<SharedVocabulary> {
  return (shared ??= readShared());
}

async function readShared(): Promise<SharedVocabulary> {
  const bundle = await openBundle();
  const names = new Map<string, Set<string>>();
  const iris = new Set<string>();
  for (const version of bundle.versions()) {
    const layer = bundle.lookup(contextAddress(version)) as JsonObject;
    const context = new ActiveContext([layer], contextAddress(version));
    for (const name in layer) {
      const iri = context.term(name)?.iri;
      if (typeof iri !== 'string' || iri.startsWith('@')) continue;
      iris.add(plainSchema(iri));
      const known = names.get(name);
      if (known === undefined) names.set(name, new Set([plainSchema(iri)]));
      else known.add(plainSchema(iri));
    }
  }
  const projects = await registeredProjects();
  const namespaces = [...new Set([...wellKnownPrefixes().values(), SCHEMA, ...KNOWN])].filter(
    (one) => !one.startsWith(RO_TERMS),
  );
  const none: ReadonlySet<string> = new Set();
  const has = (iri: string) => iris.has(plainSchema(iri));
  return {
    has,
    irisOf: (name) => names.get(name) ?? none,
    isKnown(iri) {
      if (has(iri) || namespaces.some((namespace) => plainSchema(iri).startsWith(namespace))) return true;
      return projects.has(projectOf(iri) ?? '');
    },
    unregisteredProject(iri) {
      const project = projectOf(iri);
      return project === undefined || projects.has(project) ? undefined : project;
    },
  };
}

/** The project in whose part of {@link RO_TERMS} an IRI is. */
function projectOf(iri: string): string | undefined {
  return /^https?:\/\/w3id\.org\/ro\/terms\/([^#/?]+)[#/]/.exec(iri)?.[1];
}

async function registeredProjects(): Promise<ReadonlySet<string>> {
  const text = await readFile(ownFile('data/registered-projects.txt'), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}
