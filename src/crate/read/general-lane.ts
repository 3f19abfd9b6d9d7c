import { ownIri, type NodeId } from '../../rdf/checked-text.js';
import { RDF, RDFS } from '../../rdf/vocabulary.js';
import { CrateError } from '../../errors.js';
import type { ActiveContext } from '../context/active-context.js';
import { contextForEntity } from '../context/strict-contexts.js';
import type { ContextSource } from '../context/context-source.js';
import type { JsonObject } from '../json/lazy-document.js';
import { expandJsonLd } from './jsonld-expansion.js';
import { ExpandedWalker } from './expanded-quads.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { NodeTerms } from './node-terms.js';
import type { TermWriter } from './quad-writers.js';
import { tolerant } from './tolerant-copy.js';

/** An entity that the flat lane passed on, with its place in the document. */
export interface PassedOn {
  readonly entity: JsonObject;
  readonly place: string;
}

/** The general lane: entities that use all of JSON-LD 1.1 are expanded by the `jsonld` package, and written from that. */
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
   * Writes the quads of one entity; its subject comes back.
   * @throws CrateError ERR_JSONLD_INVALID with the place
   */
  async entity<T>({ entity, place }: PassedOn, writer: TermWriter<T>, note: OnNote): Promise<NodeId> {
    const ids = this.#ids;
    const scope = { context: this.#context, ids, base: this.#base, documentBase: this.#base };
    const input = tolerant(entity, scope, note);
    const expandContext = contextForEntity(entity, scope);
    const expanded = await expandJsonLd(input, this.#contexts, note, { expandContext }).catch((error: unknown) => {
      throw error instanceof CrateError ? inPlace(error, place) : error;
    });
    const nodes = new NodeTerms(this.#context, ids, writer, note);
    const walker = new ExpandedWalker(nodes, ids, writer, note);
    const id = typeof input['@id'] === 'string' ? input['@id'] : undefined;
    // Of a node that says nothing, expansion leaves nothing.
    const [first = id === undefined ? {} : { '@id': id }, ...others] = expanded;
    const { subject, term, said } = walker.entity(first);
    for (const other of others) walker.entity(other); // of a graph without a name
    if (id !== undefined && !said && !('@graph' in first) && Object.keys(entity).length > 1) {
      note('kept-as-resource', subject);
      writer.quad(term, writer.iri(ownIri(`${RDF}type`)), writer.iri(ownIri(`${RDFS}Resource`)));
    }
    return subject;
  }
}

function inPlace(error: CrateError, place: string): CrateError {
  if (error.code !== 'ERR_JSONLD_INVALID') return error;
  return new CrateError(error.code, `${error.message} at ${place}`, {
    details: { ...error.details, pointer: place },
    cause: error.cause,
  });
}
