import { CrateError } from '../../base/errors.js';
import type { CrateBase } from '../base.js';
import type { ActiveContext } from '../context/active-context.js';
import { resolveContext } from '../context/resolve-context.js';
import type { ContextSource } from '../context/context-source.js';
import { isObject, type JsonObject, type LazyDocument, entitiesAmong, topEntities } from '../json/lazy-document.js';
import { contextAddress, versionOf } from '../spec-version.js';
import type { Report } from './report.js';

/**
 * Resolves the context of the document. Adds the RO-Crate context if it is missing, because the root depends on it.
 * @param base the base outside of the document, for contexts with relative addresses
 * @throws CrateError ERR_GRAPH_MISSING for a document without entities, and as `resolveContext`
 */
export async function documentContext(
  document: LazyDocument,
  contexts: ContextSource,
  base: CrateBase,
  report: Report,
): Promise<ActiveContext> {
  const written = document.top['@context'];
  const entities = '@graph' in document.top ? undefined : topEntities(document);
  if (entities?.length === 0) throw new CrateError('ERR_GRAPH_MISSING', 'the document has no `@graph`');
  const context = await resolveContext(written, contexts, base.root);
  if (entities?.some((entity) => hasDefinedKey(entity, context)) === false)
    throw new CrateError('ERR_GRAPH_MISSING', 'the document has no `@graph`, and no context defines its keys');
  if (context.complex || ['about', 'Dataset'].some((name) => context.expandVocab(name).kind === 'absolute'))
    return context;
  const version = declaredVersion(document);
  if (version === undefined) return context;
  report.add({ kind: 'context-missing', detail: JSON.stringify(written ?? null).slice(0, 120), pointer: '/@context' });
  return resolveContext([contextAddress(version), written ?? {}].flat(), contexts, base.root);
}

/** Whether a context defines any key of the entity. Plain JSON fails this test. */
function hasDefinedKey(entity: JsonObject, context: ActiveContext): boolean {
  return Object.keys(entity).some((key) => !['none', 'relative'].includes(context.expandVocab(key).kind));
}

/** The first RO-Crate version in any value of the key `conformsTo`. */
function declaredVersion(document: LazyDocument): string | undefined {
  for (const { conformsTo } of parsedEntities(document)) {
    for (const value of [conformsTo ?? null].flat()) {
      const id = isObject(value) ? value['@id'] : value;
      const version = typeof id === 'string' ? versionOf(id) : undefined;
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

/** The entities of a document as parsed JSON, in order. */
function parsedEntities(document: LazyDocument): JsonObject[] {
  const inGraph = document.windows.flatMap((window) => entitiesAmong(document.entities(window)));
  return [...inGraph, ...topEntities(document)];
}
