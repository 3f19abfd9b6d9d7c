import { ActiveContext } from '../context/active-context.js';
import { isObject, type JsonObject, type JsonValue, entitiesAmong } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { namesThings } from './written-keys.js';

/** The context of a document after others were merged into it. */
export interface MergedContext {
  readonly context: ActiveContext;
  /** What later documents add to the `@context` as it is written. */
  readonly parts: readonly JsonValue[];
}

/** Whether the names in a value of one document mean the same elsewhere. */
export type Alike = (value: JsonValue) => boolean;

/**
 * The context for a document and those that are merged into it: parts that are new are put at its end, as long as all
 * that stands in the documents before goes on to mean what it does.
 */
export async function mergeContexts(document: CrateDocument, later: readonly CrateDocument[]): Promise<MergedContext> {
  let { context } = document;
  const parts: JsonValue[] = [];
  for (const [index, other] of later.entries()) {
    const own = [document.writtenContext ?? null].flat().filter((part) => part !== null);
    const known = new Set([...own, ...parts].map((part) => JSON.stringify(part)));
    const fresh = [other.writtenContext ?? null].flat().flatMap((part): JsonValue[] => {
      if (part === null || known.has(JSON.stringify(part))) return [];
      const terms = isObject(part) ? newTerms(part, context) : part;
      return isObject(terms) && Object.keys(terms).length === 0 ? [] : [terms];
    });
    for (const some of [fresh, fresh.filter(isObject)]) {
      if (some.length === 0) continue;
      const merged = await document.resolveContext([...own, ...parts, ...some]);
      const earlier = [document, ...later.slice(0, index)];
      if (!earlier.every((one) => staysAlike(one, context, merged))) continue;
      parts.push(...some);
      context = merged;
      break;
    }
  }
  return { context, parts };
}

/** What in a document means the same in another place: under its context and base. */
export function alikeIn({ context, base }: CrateDocument, there: Pick<CrateDocument, 'context' | 'base'>): Alike {
  return namesAlike(context, there.context, base.iri === there.base.iri);
}

function newTerms(part: JsonObject, context: ActiveContext): JsonObject {
  return Object.fromEntries(
    Object.entries(part).filter(([name]) => !name.startsWith('@') && context.term(name) === undefined),
  );
}

function staysAlike({ json }: CrateDocument, before: ActiveContext, after: ActiveContext): boolean {
  const alike = namesAlike(before, after);
  return json.windows.every((window) => entitiesAmong(json.entities(window)).every(alike));
}

/** @param based relative names have the same base */
function namesAlike(one: ActiveContext, other: ActiveContext, based = true): Alike {
  if (one === other && based) return () => true;
  if (one !== other && (one.complex || other.complex)) return () => false;
  const sameLanguage = one.language === other.language;
  const known = new Map<string, boolean>();
  const meaning = (name: string, context: ActiveContext) => {
    const term = context.term(name);
    return JSON.stringify([term, term?.complex === true && context.written(name), context.expandVocab(name)]);
  };
  const isSame = (name: string): boolean => {
    let same = known.get(name);
    if (same === undefined) known.set(name, (same = meaning(name, one) === meaning(name, other)));
    return same;
  };
  const isSameName = (name: JsonValue) =>
    typeof name !== 'string' || (isSame(name) && (based || one.expandVocab(name).kind !== 'relative'));
  const isSaidSo = (key: string) => {
    const term = one.term(key);
    return sameLanguage || key.startsWith('@') || one.aliases.has(key) || (term?.type ?? term?.language) !== undefined;
  };
  const alike = (value: JsonValue, key = '@value'): boolean => {
    if (typeof value === 'string') {
      const prefix = /^([^\s:/?#]+):(?!\/\/)/.exec(value)?.[1];
      return isSaidSo(key) && (prefix === undefined || isSame(prefix));
    }
    if (Array.isArray(value)) return value.every((item) => alike(item, key));
    if (!isObject(value)) return true;
    return Object.entries(value).every(
      ([name, item]) =>
        isSame(name) &&
        alike(item, listed(name, key)) &&
        (!namesThings(name, { context: one }) || [item].flat().every(isSameName)),
    );
  };
  /** What is in a list is said by the key that has the list. */
  const listed = (name: string, key: string) =>
    ['@list', '@set'].includes(one.aliases.get(name) ?? name) ? key : name;
  return alike;
}

/** The context for what is new: names in the documents mean what they do now, and nothing if they mean nothing. */
export function contextForNew(context: ActiveContext, names: Iterable<string>, root: string): ActiveContext {
  const undefinedNames = [...names].filter((name) => !/^@|:/.test(name) && context.term(name) === undefined);
  if (undefinedNames.length === 0) return context;
  const meanings = undefinedNames.map((name): [string, string | null] => {
    const expanded = context.expandVocab(name);
    return [name, expanded.kind === 'absolute' ? expanded.iri : null];
  });
  return new ActiveContext([...context.layers, Object.fromEntries(meanings)], root);
}
