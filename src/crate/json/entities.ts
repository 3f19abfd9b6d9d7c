import { isObject, type JsonObject, type JsonValue, type LazyDocument } from './lazy-document.js';

/** The entities among items of `@graph`: JSON-LD opens arrays in it, and passes over what is no object. */
export function entitiesAmong(items: readonly JsonValue[]): JsonObject[] {
  return items.some(Array.isArray) ? items.flat(Infinity as 1).filter(isObject) : items.filter(isObject);
}

/** Entities that stand outside of a plain `@graph` array: a single object as graph, and what is said beside it. */
export function topEntities({ top }: LazyDocument): JsonObject[] {
  const { '@context': _, '@graph': graph, ...rest } = top;
  const inGraph = graph === undefined ? [] : entitiesAmong([graph]);
  const speaks = Object.keys(rest).some((key) => graph === undefined || key !== '@id');
  return speaks ? [...inGraph, rest] : inGraph;
}
