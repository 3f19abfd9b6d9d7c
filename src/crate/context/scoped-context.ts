import { climbsAboveTop, resolveIri } from '../../rdf/iri.js';
import { keepClimbing } from '../stand-in.js';
import { isObject, type JsonValue } from '../json/lazy-document.js';
import { ActiveContext } from './active-context.js';

/** What names and relative references mean at one place of a document. */
export interface ContextScope {
  readonly context: ActiveContext;
  /** What relative references resolve against. */
  readonly base: string;
  /** The same where no context of a part of the document has a say. */
  readonly documentBase: string;
}

/**
 * The scope where a context of a part of a document is in force: each of several is read after those before it (JSON-LD
 * 1.1 API, section 4.1.2). Remote contexts are passed over.
 * @param onClimb told of a base that leads above the top of the one before
 */
export function within<S extends ContextScope>(
  own: JsonValue | undefined,
  outer: S,
  onClimb: (base: string) => void = () => undefined,
): S {
  if (own === undefined) return outer;
  const { documentBase } = outer;
  const parts = contextsInForce(own);
  const isFresh = parts[0] === null;
  let base = isFresh ? documentBase : outer.base;
  const layers = parts.filter(isObject).map((part) => {
    const { '@base': written } = part;
    if (written === null) base = documentBase;
    if (typeof written !== 'string') return part;
    const climbs = climbsAboveTop(written, base);
    if (climbs) onClimb(written);
    base = resolveIri(climbs ? keepClimbing(written) : written, base);
    return { ...part, '@base': base };
  });
  const context = new ActiveContext([...(isFresh ? [] : outer.context.layers), ...layers], documentBase);
  return { ...outer, base, context };
}

/** The contexts in a row, without those that a `null` after them forgets. */
export function contextsInForce(context: JsonValue): JsonValue[] {
  const parts = [context].flat(Infinity as 1);
  return parts.slice(Math.max(0, parts.lastIndexOf(null)));
}
