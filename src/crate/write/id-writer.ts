import { CrateError } from '../../base/errors.js';
import type { CrateBase } from '../base.js';
import type { ActiveContext } from '../context/active-context.js';
import { relativizeIri } from '../../base/rdf/iri.js';
import { isObject, type JsonValue } from '../json/lazy-document.js';
import { fragmentIn } from '../metadata-names.js';
import { Identifiers, originalLabel } from '../read/identifiers.js';
import { isStandIn } from '../stand-in.js';
import { NewTerms } from './new-terms.js';

const silent = () => undefined;

/**
 * Writes identifiers as a metadata document has them: relative inside the root, blank nodes with their first labels.
 */
export class IdWriter {
  /** The terms and prefixes that the context lacks. */
  readonly terms: NewTerms;
  readonly #context: ActiveContext;
  readonly #base: CrateBase;
  readonly #exact: boolean;
  readonly #absolute: boolean;
  readonly #ids: Identifiers;
  readonly #written = new Map<string, string>();
  readonly #labels = new Set<string>();
  readonly #nodes: ReadonlySet<string>;
  /** Which IRI each fragment stands for that resolves to another one. */
  readonly #fragments = new Map<string, string>();

  /**
   * @param nodes all nodes of the graph: `<root>#x` and `<root>ro-crate-metadata.json#x` may both occur
   * @param options.exact the graph was loaded with this base: written identifiers must resolve to the same IRIs
   * @param options.spelled identifiers with a known spelling
   * @param options.absolute write absolute IRIs only
   * @param options.terms collects the prefixes that identifiers need
   */
  constructor(
    context: ActiveContext,
    base: CrateBase,
    nodes: ReadonlySet<string>,
    options: {
      readonly exact?: boolean | undefined;
      readonly absolute?: boolean | undefined;
      readonly spelled?: Iterable<readonly [string, string]> | undefined;
      readonly terms?: NewTerms | undefined;
    },
  ) {
    this.#context = context;
    this.#base = base;
    this.#exact = options.exact === true;
    this.#absolute = options.absolute === true;
    for (const [id, spelling] of options.spelled ?? []) {
      this.#written.set(id, spelling);
      if (spelling.startsWith('_:')) this.#labels.add(spelling.slice(2));
    }
    this.#nodes = nodes;
    this.terms = options.terms ?? new NewTerms(context, base.root, () => false);
    this.#ids = new Identifiers(context, base, 'c');
  }

  /** The `@id` for an IRI or `_:label`. */
  write(id: string): string {
    let written = this.#written.get(id);
    if (written === undefined) {
      written = id.startsWith('_:') ? this.#label(id.slice(2)) : this.#relative(id);
      this.#written.set(id, written);
    }
    return written;
  }

  /** Adds the prefix that an absolute IRI needs, before the context is written. */
  prepare(id: string): void {
    const colon = id.indexOf(':');
    if (this.#context.term(id.slice(0, colon))?.prefix === true) this.write(id);
  }

  #relative(iri: string): string {
    const { iri: base, root } = this.#base;
    if (this.#absolute || !iri.startsWith(root)) return this.#absoluteForm(iri);
    const fragment = isStandIn(root, iri) ? undefined : this.#fragment(iri);
    if (fragment !== undefined) return fragment;
    return this.#ids.reference(iri) ?? (base === root ? relativizeIri(iri, root) : iri);
  }

  /** An absolute IRI, with a new prefix if the context defines its scheme as one. */
  #absoluteForm(iri: string): string {
    const colon = iri.indexOf(':');
    const scheme = iri.slice(0, colon);
    if (this.#context.term(scheme)?.prefix !== true || iri.startsWith('//', colon + 1)) return iri;
    return this.terms.prefix(scheme) + iri.slice(colon);
  }

  /** `#x` for both `<root>#x` and `<root>ro-crate-metadata.json#x`, as far as that loses nothing. */
  #fragment(iri: string): string | undefined {
    const fragment = fragmentIn(iri.slice(this.#base.root.length));
    if (fragment === undefined) return undefined;
    const meant = this.#ids.resolveId(fragment, silent);
    if (meant === iri) return fragment;
    if (this.#exact || this.#nodes.has(meant)) return undefined;
    // Metadata files have several names, so a third IRI may have this fragment too.
    if (!this.#fragments.has(fragment)) this.#fragments.set(fragment, iri);
    return this.#fragments.get(fragment) === iri ? fragment : undefined;
  }

  #label(label: string): string {
    const original = originalLabel(label)?.label ?? label;
    let unique = original;
    for (let count = 2; this.#labels.has(unique); count += 1) unique = `${original}-${count}`;
    this.#labels.add(unique);
    return `_:${unique}`;
  }
}

/** The error for a new term that must come before the context, in a text that starts with the context. */
export function placeClash(definition: JsonValue): CrateError {
  const iri = isObject(definition) ? definition['@id'] : definition;
  return new CrateError('ERR_UNSUPPORTED', `the context gives ${JSON.stringify(iri)} another meaning`, {
    hint: 'export the crate with --no-layout',
  });
}
