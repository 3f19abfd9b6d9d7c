import type { ActiveContext } from '../../crate/context/active-context.js';
import { contextInDocument } from '../../crate/context/context-source.js';
import { resolveContext } from '../../crate/context/resolve-context.js';
import { isObject, readJson, type JsonObject, type JsonValue } from '../../crate/json/value.js';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import type { CratePackage } from '../../package/crate-package.js';
import { idOfPath } from '../../package/file-ids.js';
import { readAll } from '../../package/limits.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { readTerms } from './crate-terms.js';
import { irisOf } from './term-origins.js';

/** So large may the context of a profile be, in bytes. */
const MOST_BYTES = 10_000_000;

/** What profiles describe of themselves with terms from here. */
const W3C = 'http://www.w3.org/';

/** How to read profiles and crates. */
export interface ReadProfileOptions extends OpenCrateOptions {
  /** Receives each document, for its report. */
  readonly onDocument?: ((document: CrateDocument) => void) | undefined;
}

/** The IRIs of the terms that a profile has: of its contexts, and of the entities that define terms. */
export type ProfileTerms = ReadonlySet<string>;

/**
 * Reads a profile crate: a folder, an archive or an address. Its contexts are read from its files; those on the web
 * come from the source of contexts, which keeps them on disk.
 * @throws CrateError as `openCrateDocument`, ERR_CONTEXT_UNAVAILABLE for a context of the profile
 */
export async function readProfile(profile: CrateArgument, options: ReadProfileOptions = {}): Promise<ProfileTerms> {
  return withPackage(
    profile,
    async (found) => {
      const document = await openPackageDocument(found, options);
      const { definitions, origins } = await readTerms(document);
      options.onDocument?.(document);
      const terms = new Set(
        definitions.map(({ iri }) => iri).filter((iri) => !origins.shared.has(iri) && !iri.startsWith(W3C)),
      );
      for (const context of await contextsOfProfile(document, found))
        for (const iri of irisOf(context)) if (!origins.shared.has(iri)) terms.add(iri);
      return terms;
    },
    packagesWithSignal(options),
  );
}

async function contextsOfProfile(document: CrateDocument, found: CratePackage): Promise<ActiveContext[]> {
  const ids = contextIds(document);
  const contexts: ActiveContext[] = [];
  const resolved = async (context: unknown) =>
    resolveContext(context as JsonValue, document.contexts, document.base.root);
  if (found.container !== undefined)
    for await (const file of found.files(() => undefined)) {
      const id = [idOfPath(file.path), file.path].find((one) => ids.has(one) || ids.has(`./${one}`));
      if (id === undefined) continue;
      ids.delete(id);
      ids.delete(`./${id}`);
      const bytes = await readAll(file.content(), MOST_BYTES, file.path);
      const address = document.resolveId(id);
      contexts.push(await resolved(contextInDocument(readJson(bytes, { strict: false }), address, file.path)));
    }
  for (const id of ids) {
    const address = document.resolveId(id);
    if (/^https?:/.test(address)) contexts.push(await resolved(address));
  }
  return contexts;
}

/** The `@id`s of the files that are contexts: by their name or media type, or as the vocabulary of the profile. */
function contextIds({ json }: CrateDocument): Set<string> {
  const ids = new Set<string>();
  for (const window of json.windows)
    for (const entity of json.entities(window)) if (isObject(entity)) for (const id of idsIn(entity)) ids.add(id);
  return ids;
}

function idsIn(entity: JsonObject): string[] {
  const { '@id': id, '@type': types, encodingFormat, hasRole, hasArtifact } = entity;
  if (typeof id !== 'string') return [];
  const text = JSON.stringify(encodingFormat ?? '');
  const isFile = [types ?? null].flat().includes('File') || isAbsoluteIri(id);
  const named = /(?:^|\/)context[^/]*\.json(?:ld)?$|\/context$/i.test(id);
  const isContext =
    isFile && !isMetadataFileName(id) && (named || (text.includes('ld+json') && text.includes('context')));
  const isVocabulary = JSON.stringify(hasRole ?? '').includes('role/vocabulary');
  const artifacts = isVocabulary
    ? [hasArtifact ?? null].flat().flatMap((one) => (isObject(one) ? (one['@id'] ?? []) : []))
    : [];
  const json = artifacts.filter((one): one is string => typeof one === 'string' && /\.json(?:ld)?$|context$/.test(one));
  return [...(isContext ? [id] : []), ...json];
}
