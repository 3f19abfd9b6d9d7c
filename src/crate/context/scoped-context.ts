import { climbsAboveTop, resolveIri } from '../../base/rdf/iri.js';
import { keepClimbing } from '../stand-in.js';
import { isObject, type JsonValue } from '../json/lazy-document.js';
import { ActiveContext } from './active-context.js';

/** The context and the base at one place of a document. */
export interface ContextScope {
  readonly context: ActiveContext;
  /** What relative references resolve against. */
  readonly base: string;
  /** The base of the document as a whole, without the contexts of its parts. */
  readonly documentBase: string;
}

/**
 * The scope inside a part of a document that has a context of its own (JSON-LD 1.1 API, section 4.1.2). Several
 * contexts apply in order; remote ones are skipped.
 * @param onClimb called with a base that climbs above the top of the previous one
 */
export function within<S extends ContextScope>(
  own: JsonValue | undefined,
  outer: S,
  onClimb: (base: string) => void = () => undefined,
): S {
  if (own === undefined) return outer;
  const { documentBase } = outer;
  const parts = contextsInForce(own);
  const startsOver = parts[0] === null;
  let base = startsOver ? documentBase : outer.base;
  const layers = parts.filter(isObject).map((part) => {
    const { '@base': written } = part;
    if (written === null) base = documentBase;
    if (typeof written !== 'string') return part;
    const climbs = climbsAboveTop(written, base);
    if (climbs) onClimb(written);
    base = resolveIri(climbs ? keepClimbing(written) : written, base);
    return { ...part, '@base': base };
  });
  const context = new ActiveContext([...(startsOver ? [] : outer.context.layers), ...layers], documentBase);
  return { ...outer, base, context };
}

/** The contexts of an array, without those before its last `null`, which removes them. */
export function contextsInForce(context: JsonValue): JsonValue[] {
  const parts = [context].flat(Infinity as 1);
  return parts.slice(Math.max(0, parts.lastIndexOf(null)));
}
