import { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue, entitiesAmong } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { hasVocabValues } from './written-keys.js';

/** The context of a document after others were merged into it. */
export interface MergedContext {
  readonly context: ActiveContext;
  /** The contexts that merged documents add at the end of the written `@context`. */
  readonly added: readonly JsonValue[];
}

/** Whether a value means the same in another document: its keys, names and prefixes. */
export type SameMeaning = (value: JsonValue) => boolean;

/**
 * Merges the contexts of documents. New contexts go to the end of the first document's, as long as everything in the
 * earlier documents keeps its meaning.
 */
export async function mergeContexts(
  first: CrateDocument,
  mergedDocuments: readonly CrateDocument[],
): Promise<MergedContext> {
  let { context } = first;
  const added: JsonValue[] = [];
  for (const [index, document] of mergedDocuments.entries()) {
    const own = [first.writtenContext ?? null].flat().filter((one) => one !== null);
    const known = new Set([...own, ...added].map((one) => JSON.stringify(one)));
    const candidates = [document.writtenContext ?? null].flat().flatMap((one): JsonValue[] => {
      if (one === null || known.has(JSON.stringify(one))) return [];
      const terms = isObject(one) ? newTerms(one, context) : one;
      return isObject(terms) && Object.keys(terms).length === 0 ? [] : [terms];
    });
    // If all of its contexts together change a meaning, the embedded ones alone may not.
    for (const contexts of [candidates, candidates.filter(isObject)]) {
      if (contexts.length === 0) continue;
      const merged = await first.resolveContext([...own, ...added, ...contexts]);
      const earlier = [first, ...mergedDocuments.slice(0, index)];
      if (!earlier.every((one) => keepsMeaning(one, context, merged))) continue;
      added.push(...contexts);
      context = merged;
      break;
    }
  }
  return { context, added };
}

/** Compares meanings between a document and another context and base. */
export function sameMeaningIn(
  { context, base }: CrateDocument,
  target: Pick<CrateDocument, 'context' | 'base'>,
): SameMeaning {
  return sameMeaning(context, target.context, base.iri === target.base.iri);
}

function newTerms(written: JsonObject, context: ActiveContext): JsonObject {
  return Object.fromEntries(
    Object.entries(written).filter(([name]) => !name.startsWith('@') && context.term(name) === undefined),
  );
}

function keepsMeaning({ json }: CrateDocument, before: ActiveContext, after: ActiveContext): boolean {
  const isSame = sameMeaning(before, after);
  return json.windows.every((window) => entitiesAmong(json.entities(window)).every(isSame));
}

/** @param sameBase relative names resolve against the same base */
function sameMeaning(one: ActiveContext, other: ActiveContext, sameBase = true): SameMeaning {
  if (one === other && sameBase) return () => true;
  if (one !== other && (one.complex || other.complex)) return () => false;
  const sameLanguage = one.language === other.language;
  const known = new Map<string, boolean>();
  const meaning = (name: string, context: ActiveContext) => {
    const term = context.term(name);
    return JSON.stringify([term, term?.complex === true && context.written(name), context.expandVocab(name)]);
  };
  const isSameName = (name: string): boolean => {
    let same = known.get(name);
    if (same === undefined) known.set(name, (same = meaning(name, one) === meaning(name, other)));
    return same;
  };
  const isSameVocabValue = (name: JsonValue) =>
    typeof name !== 'string' || (isSameName(name) && (sameBase || one.expandVocab(name).kind !== 'relative'));
  const keepsLanguage = (key: string) => {
    const term = one.term(key);
    return sameLanguage || key.startsWith('@') || one.aliases.has(key) || (term?.type ?? term?.language) !== undefined;
  };
  const isSame = (value: JsonValue, key = '@value'): boolean => {
    if (typeof value === 'string') {
      const prefix = /^([^\s:/?#]+):(?!\/\/)/.exec(value)?.[1];
      return keepsLanguage(key) && (prefix === undefined || isSameName(prefix));
    }
    if (Array.isArray(value)) return value.every((item) => isSame(item, key));
    if (!isObject(value)) return true;
    return Object.entries(value).every(
      ([name, item]) =>
        isSameName(name) &&
        isSame(item, coercingKey(name, key)) &&
        (!hasVocabValues(name, { context: one }) || [item].flat().every(isSameVocabValue)),
    );
  };
  /** The key whose term coerces a value: items of a list or set belong to the key that has the list. */
  const coercingKey = (name: string, key: string) =>
    ['@list', '@set'].includes(one.aliases.get(name) ?? name) ? key : name;
  return isSame;
}

/** The context for new triples. Names that documents use keep their meaning; undefined ones stay undefined. */
export function contextForAdditions(context: ActiveContext, usedNames: Iterable<string>, root: string): ActiveContext {
  const undefinedNames = [...usedNames].filter((name) => !/^@|:/.test(name) && context.term(name) === undefined);
  if (undefinedNames.length === 0) return context;
  const meanings = undefinedNames.map((name): [string, string | null] => {
    const expanded = context.expandVocab(name);
    return [name, expanded.kind === 'absolute' ? expanded.iri : null];
  });
  return new ActiveContext([...context.layers, Object.fromEntries(meanings)], root);
}
