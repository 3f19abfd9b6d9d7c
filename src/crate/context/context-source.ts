import { CrateError } from '../../base/errors.js';
import { isObject } from '../json/value.js';
import { displayAddress, trimAddress } from './context-address.js';

/** A source of remote contexts. */
export interface ContextSource {
  /**
   * Loads the value of `@context` of the document at an address (JSON-LD 1.1 API, section 9.4).
   * @returns undefined if the source does not know the address; a source made by {@link firstOf} throws instead
   * @throws CrateError ERR_CONTEXT_UNAVAILABLE
   */
  load(address: string): Promise<unknown>;
}

/**
 * Asks each source in turn and takes the first context.
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE if no source has it
 */
export function firstOf(...sources: readonly ContextSource[]): ContextSource {
  return {
    async load(address) {
      for (const source of sources) {
        const context = await source.load(address);
        if (context !== undefined) return context;
      }
      throw contextUnavailable(address, 'not found');
    },
  };
}

/** A source for which a context that is not available defines nothing, for work that can do without it. */
export function emptyIfUnavailable(source: ContextSource): ContextSource {
  return { load: async (address) => (await source.load(address).catch(() => undefined)) ?? {} };
}

/** Caches the contexts of a source. Concurrent loads of one address share a request; failures are not cached. */
export function remembered(source: ContextSource): ContextSource {
  const contexts = new Map<string, Promise<unknown>>();
  return {
    async load(address) {
      const key = trimAddress(address);
      const known = contexts.get(key);
      if (known) return known;
      const loading = source.load(key);
      const forget = (): boolean => contexts.delete(key);
      contexts.set(key, loading);
      loading.then((context) => context === undefined && forget(), forget);
      return loading;
    },
  };
}

/** The error for a context that is not available. It shows the address without user, query and fragment. */
export function contextUnavailable(
  address: string,
  reason: string,
  options: {
    readonly hint?: string;
    readonly cause?: unknown;
    readonly details?: Readonly<Record<string, unknown>>;
  } = {},
): CrateError {
  const shown = displayAddress(address);
  return new CrateError('ERR_CONTEXT_UNAVAILABLE', `context ${shown}: ${reason}`, {
    ...options,
    details: { address: shown, ...options.details },
  });
}

/**
 * The context in a document, with its references to other contexts made absolute.
 * @param base the final address of the document
 * @param address the address to name in errors
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE if the document does not contain a context
 */
export function contextInDocument(document: unknown, base: string, address: string): unknown {
  if (!isObject(document) || document['@context'] === undefined) {
    throw contextUnavailable(address, 'the document there does not contain `@context`', {
      hint: 'correct the address',
    });
  }
  return absolute(document['@context'], base);
}

/** The context with every reference to another context resolved, scoped contexts included. */
function absolute(context: unknown, base: string): unknown {
  if (typeof context === 'string') return resolve(context, base);
  if (Array.isArray(context)) return context.map((part) => absolute(part, base));
  if (!isObject(context)) return context;
  return Object.fromEntries(Object.entries(context).map(([term, value]) => [term, absoluteEntry(term, value, base)]));
}

function absoluteEntry(term: string, value: unknown, base: string): unknown {
  if (term === '@import' && typeof value === 'string') return resolve(value, base);
  if (!isObject(value) || !('@context' in value)) return value;
  return { ...value, '@context': absolute(value['@context'], base) };
}

function resolve(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}
