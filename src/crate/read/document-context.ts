import { CrateError } from '../../errors.js';
import { arcpOfUuid, crateBase, type CrateBase } from '../base.js';
import type { ActiveContext } from '../context/active-context.js';
import { resolveContext } from '../context/resolve-context.js';
import type { ContextSource } from '../context/context-source.js';
import { isAbsoluteIri, isHierarchical, resolveIri } from '../../rdf/iri.js';
import { repairIri } from '../../rdf/iri-repair.js';
import { isObject, type JsonObject, type LazyDocument, entitiesAmong, topEntities } from '../json/lazy-document.js';
import { contextOf, versionOf } from '../spec-version.js';
import type { Report } from './report.js';

/**
 * The context of the document; real crates forget that of RO-Crate, without which nobody finds their root.
 * @throws CrateError ERR_GRAPH_MISSING for a document that says nothing, and as `resolveContext`
 */
export async function settleContext(
  document: LazyDocument,
  contexts: ContextSource,
  base: CrateBase,
  report: Report,
): Promise<ActiveContext> {
  const written = document.top['@context'];
  const outside = '@graph' in document.top ? undefined : topEntities(document);
  if (outside?.length === 0) throw new CrateError('ERR_GRAPH_MISSING', 'the document has no `@graph`');
  const context = await resolveContext(written, contexts, base.root);
  if (outside?.some((entity) => hasMeaning(entity, context)) === false)
    throw new CrateError('ERR_GRAPH_MISSING', 'the document has no `@graph`, and no context gives its keys a meaning');
  if (context.complex || ['about', 'Dataset'].some((name) => context.expandVocab(name).kind === 'absolute'))
    return context;
  const version = declaredVersion(document);
  if (version === undefined) return context;
  report.add({ kind: 'context-missing', detail: JSON.stringify(written ?? null).slice(0, 120), pointer: '/@context' });
  return resolveContext([contextOf(version), written ?? {}].flat(), contexts, base.root);
}

/** Whether any key says something in JSON-LD; JSON of other kinds has none that does. */
function hasMeaning(entity: JsonObject, context: ActiveContext): boolean {
  return Object.keys(entity).some((key) => !['none', 'relative'].includes(context.expandVocab(key).kind));
}

/** The first RO-Crate version that any entity names as `conformsTo`, by the key alone. */
function declaredVersion(document: LazyDocument): string | undefined {
  for (const { conformsTo } of entitiesOf(document)) {
    for (const value of [conformsTo ?? null].flat()) {
      const id = isObject(value) ? value['@id'] : value;
      const version = typeof id === 'string' ? versionOf(id) : undefined;
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

/** RFC 3986 section 5.1: a base inside the document comes before where the document was found. */
export function settleBase(context: ActiveContext, base: CrateBase, report: Report): CrateBase {
  const written = context.documentBase;
  if (typeof written !== 'string' || base.reason === 'given' || base.reason === 'known-source') return base;
  if (base.reason === 'none' && !isAbsoluteIri(written)) return base;
  const absolute = isAbsoluteIri(written) ? written : resolveIri(written, base.iri);
  if (isHierarchical(absolute)) {
    const iri = absolute.replace(/#.*$/s, '');
    const legal = repairIri(iri);
    if (legal !== iri) report.add({ kind: 'iri-encoded', detail: JSON.stringify(written), pointer: '/@context' });
    return crateBase(legal, 'document');
  }
  const arcp = arcpOfUuid(absolute);
  report.add({ kind: 'base-unusable', detail: JSON.stringify(written), pointer: '/@context' });
  return arcp === undefined ? base : crateBase(arcp, 'document');
}

/** The entities of a document as parsed JSON, in order. */
function entitiesOf(document: LazyDocument): JsonObject[] {
  const inGraph = document.windows.flatMap((window) => entitiesAmong(document.entities(window)));
  return [...inGraph, ...topEntities(document)];
}
