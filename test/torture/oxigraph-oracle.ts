import oxigraph from 'oxigraph';
import { isObject, type JsonObject, type JsonValue } from '../../src/crate/json/lazy-document.js';
import type { ContextSource } from '../../src/crate/context/context-source.js';

/**
 * Converts a document to N-Quads with Oxigraph's JSON-LD parser: a second opinion if we and the `jsonld` package differ.
 * It cannot load contexts, so those with an address are embedded first.
 */
export async function oxigraphOracle(document: JsonValue, base: string, contexts: ContextSource): Promise<string> {
  const store = new oxigraph.Store();
  store.load(JSON.stringify(await inlined(document, contexts)), { format: 'application/ld+json', base_iri: base });
  return store.dump({ format: 'application/n-quads' });
}

async function inlined(value: JsonValue, contexts: ContextSource): Promise<JsonValue> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => inlined(item, contexts)));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(async ([key, item]) => [
    key,
    key === '@context'
      ? await Promise.all([item].flat().map((part) => contextOf(part, contexts)))
      : await inlined(item, contexts),
  ]);
  return Object.fromEntries((await Promise.all(entries)) as [string, JsonValue][]);
}

async function contextOf(part: JsonValue, contexts: ContextSource): Promise<JsonValue> {
  if (typeof part !== 'string') return part;
  const { '@base': _, ...rest } = (await contexts.load(part)) as JsonObject;
  return rest;
}
