import { DCTERMS, PROV, RDF, RDFS, SCHEMA, XSD } from '../../rdf/vocabulary.js';
import { isObject } from '../json/value.js';
import type { ActiveContext } from './active-context.js';

/** Prefixes of vocabularies that RO-Crates use. */
const KNOWN_PREFIXES: Readonly<Record<string, string>> = {
  rdf: RDF,
  rdfs: RDFS,
  xsd: XSD,
  schema: SCHEMA,
  dcterms: DCTERMS,
  prov: PROV,
  foaf: 'http://xmlns.com/foaf/0.1/',
  pcdm: 'http://pcdm.org/models#',
  rocrate: 'https://w3id.org/ro/terms/',
  wfrun: 'https://w3id.org/ro/terms/workflow-run#',
  bioschemas: 'https://bioschemas.org/',
  ldac: 'https://w3id.org/ldac/terms#',
};

/** Where an IRI ends that other names can follow. */
const NAMESPACE = /[/#:]$/;

/**
 * The prefixes that a context defines: its terms for IRIs that other names can follow. The known ones fill the gaps.
 * @param context undefined: only the known ones
 */
export function prefixesOf(context: ActiveContext | undefined): Record<string, string> {
  const own: Record<string, string> = {};
  for (const layer of [...(context?.layers ?? [])].reverse())
    for (const [name, definition] of Object.entries(layer)) {
      const iri = isObject(definition) ? definition['@id'] : definition;
      if (Object.hasOwn(own, name) || typeof iri !== 'string' || !NAMESPACE.test(iri) || name.startsWith('@')) continue;
      const expanded = context?.term(name)?.iri;
      if (typeof expanded === 'string' && NAMESPACE.test(expanded)) own[name] = expanded;
    }
  return withKnownPrefixes(own);
}

/** Fills the gaps of prefixes by known ones. Of several names for one vocabulary the known one comes first. */
export function withKnownPrefixes(own: Readonly<Record<string, string>>): Record<string, string> {
  const known = Object.entries(KNOWN_PREFIXES);
  const shared = known.filter(([name, iri]) => own[name] === iri);
  const free = known.filter(([name]) => !Object.hasOwn(own, name));
  return { ...Object.fromEntries(shared), ...own, ...Object.fromEntries(free) };
}
