import { CrateError } from '../../errors.js';
import { displayAddress, trimAddress } from './context-address.js';

/** Where the remote contexts of crates come from. */
export interface ContextSource {
  /**
   * Gives the value of `@context` of the document at this address (JSON-LD 1.1 API, section 9.4).
   * @returns undefined when the address is not one of this source; a source made by {@link firstOf} never does
   * @throws CrateError ERR_CONTEXT_UNAVAILABLE
   */
  load(address: string): Promise<unknown>;
}

/** Asks each source in turn and gives the first answer. @throws CrateError ERR_CONTEXT_UNAVAILABLE when none has one */
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

/** Keeps the answers of a source and lets requests for one address share one; failures and undefined are not kept. */
export function remembered(source: ContextSource): ContextSource {
  const answers = new Map<string, Promise<unknown>>();
  return {
    async load(address) {
      const key = trimAddress(address);
      const known = answers.get(key);
      if (known) return known;
      const answer = source.load(key);
      const forget = (): boolean => answers.delete(key);
      answers.set(key, answer);
      answer.then((context) => context === undefined && forget(), forget);
      return answer;
    },
  };
}

/** The error for a context that cannot be had; the address is shown without user, query and fragment. */
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
 * Takes the context out of a document that was found at `base`, its relative references made absolute.
 * @param address the address to name in errors
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE when the document holds no context
 */
export function contextInDocument(document: unknown, base: string, address: string): unknown {
  if (!isObject(document) || document['@context'] === undefined) {
    throw contextUnavailable(address, 'the document there holds no `@context`', { hint: 'correct the address' });
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
