import { ActiveContext } from '../../../crate/context/active-context.js';
import type { ContextBundle } from '../../../crate/context/context-bundle.js';
import { crateContextVersion } from '../../../crate/context/context-address.js';
import type { JsonObject, JsonValue } from '../../../crate/json/value.js';
import { contextAddress } from '../../../crate/spec-version.js';
import { SCHEMA, SCHEMA_HTTPS } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from '../crate/checked-crate.js';

/** Where crates name a vocabulary by other addresses than its own. */
const ALSO_NAMED: Readonly<Record<string, string>> = { 'w3id.org/ro/terms/workflow-run': 'w3id.org/ro/wfrun/' };

/** The versions of RO-Crate whose contexts a document names. */
export function contextVersions(written: JsonValue | undefined, bundle: ContextBundle): string[] {
  const addresses = [written ?? []].flat().filter((part) => typeof part === 'string');
  const versions = addresses.map((address) => bundle.version(address) ?? crateContextVersion(address));
  return [...new Set(versions.filter((version) => version !== undefined))];
}

/**
 * Definitions for names that the context of a crate lacks, where there is exactly one: that of the
 * RO-Crate contexts, or else of the one vocabulary that the crate names already. A word may mean
 * anything to a crate that names none of them.
 */
export function knownTerms(names: Iterable<string>, crate: CheckedCrate, bundle: ContextBundle): JsonObject {
  const ofCrate = bundle.versions().map(contextAddress);
  const named = namedVocabularies(crate, bundle);
  const nameIri = crate.document.context.expandVocab('name');
  const isHttps = nameIri.kind === 'absolute' && nameIri.iri.startsWith(SCHEMA_HTTPS);
  const contexts = new Map<string, ActiveContext>();
  const definitionIn = (address: string, name: string): string | undefined => {
    let context = contexts.get(address);
    if (context === undefined)
      contexts.set(address, (context = new ActiveContext([bundle.lookup(address) as JsonObject], '')));
    const term = context.term(name);
    if (typeof term?.iri !== 'string' || term.complex || term.container.length > 0 || term.language !== undefined)
      return undefined;
    return JSON.stringify(term.type === undefined ? term.iri : { '@id': term.iri, '@type': term.type });
  };
  const definitions: JsonObject = {};
  for (const name of names) {
    if (/^@|[:/#]|^$/.test(name)) continue;
    let found = definitionsOf(name, ofCrate, definitionIn);
    if (found.length === 0) found = definitionsOf(name, named, definitionIn);
    if (found.length !== 1) continue;
    const definition = JSON.parse(found[0] as string) as JsonValue;
    definitions[name] =
      isHttps && typeof definition === 'string' && definition.startsWith(SCHEMA)
        ? SCHEMA_HTTPS + definition.slice(SCHEMA.length)
        : definition;
  }
  return definitions;
}

function definitionsOf(
  name: string,
  addresses: readonly string[],
  definitionIn: (address: string, name: string) => string | undefined,
): string[] {
  return [...new Set(addresses.map((address) => definitionIn(address, name)).filter((one) => one !== undefined))];
}

/** The vocabularies that a crate names in its context, or by its profiles. */
function namedVocabularies({ document, profiles }: CheckedCrate, bundle: ContextBundle): string[] {
  const text = JSON.stringify([document.writtenContext ?? null, profiles]);
  return bundle
    .vocabularies()
    .filter((key) => text.includes(key) || (ALSO_NAMED[key] !== undefined && text.includes(ALSO_NAMED[key])));
}
