import { arcpOfUuid, crateBase, type CrateBase } from '../base.js';
import type { ActiveContext } from '../context/active-context.js';
import { resolveContext } from '../context/resolve.js';
import type { ContextSource } from '../context/source.js';
import { isAbsoluteIri, isHierarchical, resolveIri } from '../iri.js';
import { repairIri } from '../iri-repair.js';
import { isObject, type JsonObject, type LazyDocument } from '../json/parse.js';
import { contextOf, versionOf } from '../version.js';
import { entitiesAmong, topEntities } from './entities.js';
import type { Report } from './report.js';

/** The context of the document; real crates forget that of RO-Crate, without which nobody finds their root. */
export async function settleContext(
  document: LazyDocument,
  contexts: ContextSource,
  base: CrateBase,
  report: Report,
): Promise<ActiveContext> {
  const written = document.top['@context'];
  const context = await resolveContext(written, contexts, base.root);
  if (context.complex || ['about', 'Dataset'].some((name) => context.expandVocab(name).kind === 'absolute'))
    return context;
  const version = declaredVersion(document);
  if (version === undefined) return context;
  report.add({ kind: 'context-missing', detail: JSON.stringify(written ?? null).slice(0, 120), pointer: '/@context' });
  return resolveContext([contextOf(version), written ?? {}].flat(), contexts, base.root);
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
