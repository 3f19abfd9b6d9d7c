import { ownIri, type NodeId } from '../../base/rdf/checked-text.js';
import { RDF_TYPE, RDFS } from '../../base/rdf/vocabulary.js';
import { CrateError } from '../../base/errors.js';
import type { ActiveContext } from '../context/active-context.js';
import { contextForEntity } from '../context/strict-contexts.js';
import type { ContextSource } from '../context/context-source.js';
import type { JsonObject } from '../json/lazy-document.js';
import { expandJsonLd } from './jsonld-expansion.js';
import { ExpandedWriter } from './expanded-quads.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { NodeTerms } from './node-terms.js';
import type { TermWriter } from './quad-writers.js';
import { tolerant } from './tolerant-copy.js';

/** An entity for the general lane, with its JSON pointer in the document. */
export interface EntityAt {
  readonly entity: JsonObject;
  readonly pointer: string;
}

/** The general lane: reads entities that may use all of JSON-LD 1.1. The `jsonld` package expands them. */
export class GeneralLane {
  readonly #context: ActiveContext;
  readonly #ids: Identifiers;
  readonly #base: string;
  readonly #contexts: ContextSource;

  constructor(context: ActiveContext, ids: Identifiers, base: string, contexts: ContextSource) {
    this.#context = context;
    this.#ids = ids;
    this.#base = base;
    this.#contexts = contexts;
  }

  /**
   * Writes the quads of one entity.
   * @returns its subject
   * @throws CrateError ERR_JSONLD_INVALID with its JSON pointer
   */
  async entity<T>({ entity, pointer }: EntityAt, writer: TermWriter<T>, note: OnNote): Promise<NodeId> {
    const ids = this.#ids;
    const scope = { context: this.#context, ids, base: this.#base, documentBase: this.#base };
    const input = tolerant(entity, scope, note);
    const expandContext = contextForEntity(entity, scope);
    const expanded = await expandJsonLd(input, this.#contexts, note, { expandContext }).catch((error: unknown) => {
      throw error instanceof CrateError ? withPointer(error, pointer) : error;
    });
    const nodes = new NodeTerms(this.#context, ids, writer, note);
    const expandedWriter = new ExpandedWriter(nodes, ids, writer, note);
    const id = typeof input['@id'] === 'string' ? input['@id'] : undefined;
    // Expansion removes nodes without statements.
    const [first = id === undefined ? {} : { '@id': id }, ...others] = expanded;
    const { subject, term, hasTriples } = expandedWriter.entity(first);
    for (const other of others) expandedWriter.entity(other); // items of a graph without name
    if (id !== undefined && !hasTriples && !('@graph' in first) && Object.keys(entity).length > 1) {
      note('kept-as-resource', subject);
      writer.quad(term, writer.iri(ownIri(RDF_TYPE)), writer.iri(ownIri(`${RDFS}Resource`)));
    }
    return subject;
  }
}

function withPointer(error: CrateError, pointer: string): CrateError {
  if (error.code !== 'ERR_JSONLD_INVALID') return error;
  return new CrateError(error.code, `${error.message} at ${pointer}`, {
    details: { ...error.details, pointer },
    cause: error.cause,
  });
}
