import type { ActiveContext } from '../../crate/context/active-context.js';
import { crateContextVersion } from '../../crate/context/context-address.js';
import { isObject, type JsonValue } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { sharedVocabulary, type SharedVocabulary } from './shared-vocabulary.js';

/**
 * Where the meaning of a name comes from: the RO-Crate context, an object in the `@context` of the document, another
 * context on the web (that of a profile), the name itself because it is an IRI, or nowhere.
 */
export type TermOrigin = 'ro-crate' | 'local' | 'profile' | 'iri' | 'undefined';

/** What a name means in a document, and why. */
export interface NameMeaning {
  /** Absolute; undefined if no context defines the name. */
  readonly iri?: string | undefined;
  readonly origin: TermOrigin;
  /** Address of the context that defines it, for `ro-crate` and `profile`. */
  readonly context?: string | undefined;
}

interface ContextPart {
  /** Undefined for an object in the document. */
  readonly address: string | undefined;
  readonly meanings: ActiveContext;
}

/** Tells where the names of one document are defined. */
export class TermOrigins {
  readonly shared: SharedVocabulary;
  readonly #document: CrateDocument;
  /** The last part wins, so it comes first. */
  readonly #parts: readonly ContextPart[];
  readonly #known = new Map<string, NameMeaning>();
  #iris: ReadonlySet<string> | undefined;

  private constructor(document: CrateDocument, parts: readonly ContextPart[], shared: SharedVocabulary) {
    this.#document = document;
    this.#parts = parts;
    this.shared = shared;
  }

  /** Opens the parts of the context, which are loaded already. */
  static async open(document: CrateDocument): Promise<TermOrigins> {
    const written = [document.writtenContext ?? null].flat();
    const parts: ContextPart[] = [];
    for (const part of written.slice(written.lastIndexOf(null) + 1)) {
      const meanings = await document.resolveContext(part);
      parts.unshift({ address: typeof part === 'string' ? part : importedBy(part), meanings });
    }
    return new TermOrigins(document, parts, await sharedVocabulary());
  }

  /** What a key or type means. */
  of(name: string): NameMeaning {
    let meaning = this.#known.get(name);
    if (meaning === undefined) this.#known.set(name, (meaning = this.#find(name)));
    return meaning;
  }

  /** The contexts of the document that are neither of RO-Crate nor written in it, with what they define. */
  *profileContexts(): Generator<{ readonly address: string; readonly meanings: ActiveContext }> {
    for (const { address, meanings } of this.#parts)
      if (address !== undefined && crateContextVersion(address) === undefined) yield { address, meanings };
  }

  /** Whether a term of the context has this IRI. */
  hasTerm(iri: string): boolean {
    this.#iris ??= new Set(
      this.#parts.flatMap(({ address, meanings }) =>
        originOf({ address }).origin === 'ro-crate' ? [] : [...irisOf(meanings)],
      ),
    );
    return this.shared.has(iri) || this.#iris.has(iri);
  }

  /**
   * The IRIs that RO-Crate gives a name: in the version whose context the document names, otherwise in all versions.
   */
  officialIris(name: string): readonly string[] {
    const crate = this.#parts.filter(({ address }) => crateContextVersion(address ?? '') !== undefined);
    if (crate.length === 0) return [...this.shared.irisOf(name)];
    return crate.flatMap(({ meanings }) =>
      Object.hasOwn(meanings.layers[0] ?? {}, name) ? [...this.shared.irisOf(name)] : [],
    );
  }

  /** Whether a context has an entry for a name, so that it does not only have a meaning by `@vocab`. */
  hasEntry(name: string): boolean {
    return this.#parts.some(({ meanings }) => meanings.layers.some((layer) => Object.hasOwn(layer, name)));
  }

  #find(name: string): NameMeaning {
    const expanded = this.#document.context.expandVocab(name);
    if (expanded.kind !== 'absolute') return { origin: 'undefined' };
    const { iri } = expanded;
    const colon = name.indexOf(':', 1);
    const names = colon < 0 || iri === name ? [name] : [name, name.slice(0, colon)];
    const part = this.#parts.find(({ meanings: { layers } }) =>
      layers.some((layer) => names.some((one) => Object.hasOwn(layer, one))),
    );
    if (part !== undefined) return { iri, ...originOf(part) };
    if (isAbsoluteIri(name)) return { iri, origin: 'iri' };
    const vocab = this.#parts.find(({ meanings }) => meanings.vocab !== undefined);
    // Without any part the RO-Crate context was added, because the document names its version.
    return vocab === undefined ? { iri, origin: 'ro-crate' } : { iri, ...originOf(vocab) };
  }
}

function originOf({ address }: Pick<ContextPart, 'address'>): Pick<NameMeaning, 'origin' | 'context'> {
  if (address === undefined) return { origin: 'local' };
  return { origin: crateContextVersion(address) === undefined ? 'profile' : 'ro-crate', context: address };
}

/** The IRIs of the terms that a context defines. */
export function* irisOf(meanings: ActiveContext): Generator<string> {
  for (const layer of meanings.layers)
    for (const name in layer) {
      const iri = meanings.term(name)?.iri;
      if (typeof iri === 'string' && !iri.startsWith('@')) yield iri;
    }
}

function importedBy(part: JsonValue): string | undefined {
  const only = isObject(part) && Object.keys(part).length === 1 ? part['@import'] : undefined;
  return typeof only === 'string' ? only : undefined;
}
