import type { DataFactory, NamedNode, Quad, Term } from '@rdfjs/types';
import type { JsonLdParser } from 'jsonld-streaming-parser';
import { CrateError } from '../../errors.js';
import { RDF, RDFS } from '../../rdf/vocabulary.js';
import type { ActiveContext } from '../context/active-context.js';
import { KEYWORDS, KEYWORD_FORM } from '../context/term.js';
import { repairIri } from '../iri-repair.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { ContextSource } from '../context/source.js';
import type { Identifiers, OnNote } from './identifiers.js';
import type { TermWriter } from './terms.js';
import { LANGUAGE_TAG, wellFormed } from './literals.js';
import { sanitize } from './sanitize.js';

/** An entity that the flat lane passed on, with its place in the document. */
export interface PassedOn {
  readonly entity: JsonObject;
  readonly place: string;
}

/**
 * The general lane: entities that use all of JSON-LD 1.1 go through jsonld-streaming-parser. The parser drops what it
 * finds illegal without a word, so identifiers are made absolute and legal before it sees them.
 */
export class GeneralLane<T> {
  readonly #context: ActiveContext;
  readonly #ids: Identifiers;
  readonly #base: string;
  readonly #contexts: ContextSource;
  /** Why a context of an entity cannot be had: the parser would hide it behind an error of its own. */
  #lost: unknown;

  constructor(context: ActiveContext, ids: Identifiers, base: string, contexts: ContextSource) {
    this.#context = context;
    this.#ids = ids;
    this.#base = base;
    this.#contexts = contexts;
  }

  /**
   * Writes the quads of one entity; its subject comes back (IRI or `_:label`).
   * @throws CrateError ERR_JSONLD_INVALID with the place, and the code of the JSON-LD specification as `jsonLdCode`
   */
  async entity<W extends T>(passed: PassedOn, writer: TermWriter<W>, note: OnNote): Promise<string> {
    const entity = sanitize(passed.entity, this.#context, this.#ids, note);
    const { aliases } = this.#context;
    const idKey = Object.keys(entity).find((key) => key === '@id' || aliases.get(key) === '@id') ?? '@id';
    const id = entity[idKey];
    const parser = await this.#parser();
    const write = quadWriter(writer, (label) => this.#ids.ownLabel(label), note);
    try {
      const { '@context': own = [], ...rest } = entity;
      parser.write(JSON.stringify({ '@context': [...this.#layers(entity), own].flat(), ...rest }));
      parser.end();
      // Nothing is written before the end: the parser goes on after an error as if nothing had been.
      const quads: Quad[] = [];
      for await (const quad of parser as AsyncIterable<Quad>) quads.push(quad);
      quads.forEach(write);
      const keys = Object.keys(rest).map((key) => aliases.get(key) ?? key);
      if (typeof id === 'string' && keys.length > 1 && !keys.includes('@graph') && !quads.some(mentions(id))) {
        note('kept-as-resource', id);
        writer.quad(
          id.startsWith('_:') ? writer.blank(id.slice(2)) : writer.iri(id),
          writer.iri(`${RDF}type`),
          writer.iri(`${RDFS}Resource`),
        );
      }
    } catch (cause) {
      const own = this.#lost ?? cause;
      if (own instanceof CrateError) throw own;
      const code = (cause as { code?: unknown }).code;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new CrateError('ERR_JSONLD_INVALID', `${message} at ${passed.place}`, {
        details: { pointer: passed.place, ...(typeof code === 'string' ? { jsonLdCode: code } : {}) },
        cause,
      });
    }
    return typeof id === 'string' ? id : this.#ids.mint();
  }

  async #parser(): Promise<JsonLdParser> {
    const { JsonLdParser } = await import('jsonld-streaming-parser');
    const { DataFactory } = (await import('n3')).default;
    const mint = () => this.#ids.mint().slice(2);
    const factory = {
      ...DataFactory,
      blankNode: (label?: string) => DataFactory.blankNode(label ?? mint()),
      // A base direction has no place in RDF 1.1: JSON-LD drops it (API, section 8.2.2, no `rdfDirection`).
      literal: (value: string, kind?: string | NamedNode | { language: string } | null) =>
        DataFactory.literal(
          value,
          (typeof kind === 'object' && kind !== null && 'language' in kind ? kind.language : kind) || undefined,
        ),
    } as unknown as DataFactory<Quad>;
    return new JsonLdParser({
      dataFactory: factory as never,
      baseIRI: this.#base,
      processingMode: '1.1',
      skipContextValidation: true,
      documentLoader: {
        load: async (url: string) => {
          const context = await this.#contexts.load(url).catch((error: unknown) => {
            this.#lost = error;
            throw error;
          });
          return { '@context': context as never };
        },
      },
    });
  }

  /** The part of the contexts that an entity uses, without what would make the parser refuse or forget everything. */
  *#layers(entity: JsonObject): Generator<JsonObject> {
    const { layers } = this.#context;
    const names = new Set([...namesIn(entity), ...layers.flatMap((layer) => [...namesIn(layer['@vocab'] ?? null)])]);
    for (const name of names) {
      // grows on the way
      for (const layer of layers)
        if (Object.hasOwn(layer, name)) for (const more of namesIn(layer[name] as JsonValue)) names.add(more);
    }
    for (const layer of layers) {
      const used = [...KEYWORDS, ...names].filter((name) => Object.hasOwn(layer, name));
      yield Object.fromEntries(used.flatMap((name) => this.#definition(name, layer[name] as JsonValue)));
    }
  }

  #definition(term: string, value: JsonValue): [string, JsonValue][] {
    if (term === '@base' || (KEYWORD_FORM.test(term) && !KEYWORDS.has(term))) return [];
    if (KEYWORDS.has(term)) return [[term, value]];
    const known = this.#context.term(term);
    if (known === undefined) return [];
    if (typeof value === 'string' && known.iri !== null && !value.includes(':') && !KEYWORDS.has(value))
      return [[term, known.iri]];
    if (!isObject(value)) return [[term, value]];
    return [[term, Object.fromEntries(Object.entries(value).filter(([key]) => KEYWORDS.has(key)))]];
  }
}

/** Whether a quad says something of a node (IRI or `_:label`), in either direction. */
function mentions(id: string): (quad: Quad) => boolean {
  const value = id.replace(/^_:/, '');
  return ({ subject, object }) => subject.value === value || (object.termType !== 'Literal' && object.value === value);
}

/** What may be looked up in a context for a JSON value: every string in it, and what stands before a colon. */
function* namesIn(value: JsonValue): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    const colon = value.indexOf(':', 1);
    if (colon > 0) yield value.slice(0, colon);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* namesIn(item);
  } else if (isObject(value)) {
    for (const key in value) {
      yield* namesIn(key);
      yield* namesIn(value[key] as JsonValue);
    }
  }
}

/** Writes RDF/JS quads through a term writer, with a last look at what the parser lets through; the graph is the writer's. */
function quadWriter<T>(writer: TermWriter<T>, ownLabel: (label: string) => string, note: OnNote): (quad: Quad) => void {
  const legal = (iri: string): string => {
    const repaired = repairIri(iri);
    if (repaired !== iri) note('iri-encoded', JSON.stringify(iri));
    return repaired;
  };
  const toTerm = (term: Term): T => {
    if (term.termType === 'BlankNode') return writer.blank(ownLabel(term.value));
    if (term.termType !== 'Literal') return writer.iri(legal(term.value));
    if (term.language === '')
      return writer.literal(wellFormed(term.value, note), legal(term.datatype.value), undefined);
    if (LANGUAGE_TAG.test(term.language)) return writer.literal(wellFormed(term.value, note), undefined, term.language);
    note('language-tag', JSON.stringify(term.language));
    return writer.literal(wellFormed(term.value, note), undefined, undefined);
  };
  return (quad) => writer.quad(toTerm(quad.subject), toTerm(quad.predicate), toTerm(quad.object));
}
