import { isBlank, labelOf, ownIri, type Iri, type NodeId } from '../../base/rdf/checked-text.js';
import { RDF } from '../../base/rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import type { JsonObject } from '../json/lazy-document.js';
import { firstId, type Identifiers, type OnNote } from './identifiers.js';
import type { TermWriter } from './quad-writers.js';

/** Thrown inside the flat lane for an entity that the lane may not read correctly. */
export const COMPLEX = Symbol('complex');

/** Maximum number of cached terms. */
const CACHE_SIZE = 1 << 16;

/** The terms of the nodes and types of one document. */
export class NodeTerms<T> {
  readonly #context: ActiveContext;
  readonly #ids: Identifiers;
  readonly #writer: TermWriter<T>;
  readonly #report: OnNote;
  readonly #known = new Map<string, T>();
  readonly #types = new Map<string, T>();
  /** Terms of RDF itself. */
  readonly rdf: Readonly<Record<'type' | 'first' | 'rest' | 'nil', T>>;
  #reported = false;

  constructor(context: ActiveContext, ids: Identifiers, writer: TermWriter<T>, report: OnNote) {
    this.#context = context;
    this.#ids = ids;
    this.#writer = writer;
    this.#report = report;
    const rdf = (name: string): T => writer.iri(ownIri(RDF + name));
    this.rdf = { type: rdf('type'), first: rdf('first'), rest: rdf('rest'), nil: rdf('nil') };
  }

  /** The identifier of a node (IRI or `_:label`): its `@id`, or a new blank node. */
  subject(node: JsonObject): NodeId {
    const id = node['@id'];
    if (typeof id === 'string') return this.#ids.resolveId(id, this.#report);
    if (id === undefined) return this.#ids.mint();
    this.#report('id-form', JSON.stringify(id));
    const first = firstId(id);
    return first !== undefined ? this.#ids.resolveId(first, this.#report) : this.#ids.mint();
  }

  /** The term of an `@id` string. Cached only if there was nothing to report, because each use is reported. */
  reference(id: string): T {
    const plain = this.#ids.plain(id);
    if (plain !== undefined) return this.#writer.iri(plain);
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    this.#reported = false;
    const term = this.of(this.#ids.resolveId(id, this.#onNote));
    if (!this.#reported) {
      if (this.#known.size > CACHE_SIZE) this.#known.clear();
      this.#known.set(id, term);
    }
    return term;
  }

  /** The term of a name in `@type`, undefined for an unknown keyword. */
  type(name: string): T | undefined {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    if (this.#context.term(name)?.complex === true) throw COMPLEX; // it may have a scoped context
    this.#reported = false;
    const iri = this.#ids.resolveVocab(name, this.#onNote);
    if (iri === undefined) {
      this.#report('unknown-keyword', `@type ${name}`);
      return undefined;
    }
    if (this.#context.expandVocab(name).kind === 'relative') this.#onNote('undefined-type', name);
    const term = this.of(iri);
    if (!this.#reported) this.#types.set(name, term);
    return term;
  }

  /** Mints a blank node. @returns its term */
  mint(): T {
    return this.of(this.#ids.mint());
  }

  /** The term of an IRI or `_:label`. */
  of(id: NodeId): T {
    return isBlank(id) ? this.#writer.blank(labelOf(id)) : this.#writer.iri(id as Iri);
  }

  readonly #onNote: OnNote = (kind, detail) => {
    this.#reported = true;
    this.#report(kind, detail);
  };
}
