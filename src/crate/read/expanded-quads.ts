import type { NodeId } from '../../base/rdf/checked-text.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import type { Identifiers, OnNote } from './identifiers.js';
import { valueObjectLiteral } from './literals.js';
import type { NodeTerms } from './node-terms.js';
import type { TermWriter } from './quad-writers.js';

/**
 * Writes the quads of expanded JSON-LD (JSON-LD 1.1 API, sections 7 and 8.1). Expansion left relative identifiers as
 * written; they are resolved here, by the rules for the whole document. Nested graphs become part of the one graph.
 */
export class ExpandedWriter<T> {
  readonly #ids: Identifiers;
  readonly #writer: TermWriter<T>;
  readonly #note: OnNote;
  readonly #nodes: NodeTerms<T>;
  /** The current entity. */
  #top: { readonly id: NodeId; readonly term: T } | undefined;
  #hasTriples = false;

  constructor(nodes: NodeTerms<T>, ids: Identifiers, writer: TermWriter<T>, note: OnNote) {
    this.#ids = ids;
    this.#writer = writer;
    this.#note = note;
    this.#nodes = nodes;
  }

  /**
   * Writes an entity and all nodes nested in it.
   * @returns its identifier, its term, and whether any triple mentions it
   */
  entity(node: JsonObject): { readonly subject: NodeId; readonly term: T; readonly hasTriples: boolean } {
    this.#hasTriples = false;
    const id = this.#idOf(node);
    const term = this.#nodes.of(id);
    this.#top = { id, term };
    this.#node(node, term);
    return { subject: id, term, hasTriples: this.#hasTriples };
  }

  #node(node: JsonObject, subject: T): void {
    for (const [key, value] of Object.entries(node)) {
      const values = [value].flat();
      if (key === '@type') this.#types(values, subject);
      else if (key === '@reverse') this.#reverse(value as JsonObject, subject);
      else if (key === '@included' || key === '@graph') for (const one of values) this.#nodeWithoutLink(one);
      else if (!key.startsWith('@')) this.#values(values, subject, this.#predicate(key));
    }
  }

  /** Writes a nested node. @returns its term */
  #nested(node: JsonObject): T {
    const id = this.#idOf(node);
    const term = id === this.#top?.id ? this.#top.term : this.#nodes.of(id);
    this.#node(node, term);
    return term;
  }

  #quad(subject: T, predicate: T, object: T): void {
    this.#hasTriples ||= subject === this.#top?.term || object === this.#top?.term;
    this.#writer.quad(subject, predicate, object);
  }

  /** Writes a nested node that no triple links to, such as an item of `@included`. */
  #nodeWithoutLink(value: JsonValue): void {
    if (isObject(value) && !('@value' in value) && !('@list' in value)) this.#nested(value);
  }

  #idOf({ '@id': id }: JsonObject): NodeId {
    return typeof id === 'string' ? this.#ids.resolveExpanded(id, this.#note) : this.#ids.mint();
  }

  /**
   * The predicate of a key. RDF allows no blank node or relative IRI here: JSON-LD drops such
   * triples, but not their nodes.
   */
  #predicate(key: string): T | undefined {
    if (key.startsWith('_:') || !isAbsoluteIri(key)) {
      this.#note('undefined-property', key);
      return undefined;
    }
    const iri = repairIri(key);
    if (iri !== key) this.#note('key-encoded', key);
    return this.#writer.iri(iri);
  }

  #types(values: readonly JsonValue[], subject: T): void {
    for (const value of values)
      if (typeof value === 'string' && !value.startsWith('@'))
        this.#quad(subject, this.#nodes.rdf.type, this.#nodes.of(this.#ids.resolveExpanded(value, this.#note)));
  }

  #values(values: readonly JsonValue[], subject: T, predicate: T | undefined): void {
    if (predicate === undefined) return this.#nodesWithoutLink(values);
    for (const value of values) {
      const object = this.#object(value);
      if (object !== undefined) this.#quad(subject, predicate, object);
    }
  }

  /** Writes the nodes among values that no triple links to. */
  #nodesWithoutLink(values: readonly JsonValue[]): void {
    for (const value of values) {
      if (isObject(value) && '@list' in value) this.#nodesWithoutLink([value['@list'] as JsonValue].flat());
      else this.#nodeWithoutLink(value);
    }
  }

  #object(value: JsonValue): T | undefined {
    if (!isObject(value)) return undefined;
    if ('@list' in value) return this.#list([value['@list'] as JsonValue].flat());
    if (!('@value' in value)) return this.#nested(value);
    const literal = valueObjectLiteral(value, (type) => this.#datatype(type), this.#note);
    return literal === undefined || literal === 'complex'
      ? undefined
      : this.#writer.literal(literal.value, literal.datatype, literal.language);
  }

  #datatype(type: string): NodeId {
    return this.#ids.resolveExpanded(type, this.#note);
  }

  #list(items: readonly JsonValue[]): T {
    const cells = items.flatMap((item) => {
      const cell = this.#nodes.mint();
      const object = this.#object(item);
      return object === undefined ? [] : [{ cell, object }];
    });
    cells.forEach(({ cell, object }, index) => {
      this.#writer.quad(cell, this.#nodes.rdf.first, object);
      this.#writer.quad(cell, this.#nodes.rdf.rest, cells[index + 1]?.cell ?? this.#nodes.rdf.nil);
    });
    return cells[0]?.cell ?? this.#nodes.rdf.nil;
  }

  #reverse(map: JsonObject, object: T): void {
    for (const [key, values] of Object.entries(map)) {
      const predicate = this.#predicate(key);
      for (const value of [values].flat()) {
        const subject = this.#nested(value as JsonObject); // the processor refuses values and lists here
        if (predicate === undefined) continue;
        this.#hasTriples ||= subject === this.#top?.term || object === this.#top?.term;
        if (this.#writer.reversed === undefined) this.#writer.quad(subject, predicate, object);
        else this.#writer.reversed(subject, predicate, object);
      }
    }
  }
}
