import type { BlankNode, DataFactory, NamedNode, Quad, Term } from '@rdfjs/types';
import type { JsonLdParser } from 'jsonld-streaming-parser';
import { CrateError } from '../../errors.js';
import type { ActiveContext } from '../context/active-context.js';
import { KEYWORDS } from '../context/term.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { ContextSource } from '../context/source.js';
import type { Identifiers, OnNote } from './identifiers.js';
import type { TermWriter } from './terms.js';
import { repairIri } from '../iri-repair.js';

/** An entity that the flat lane passed on, with its place in the document. */
export interface PassedOn {
  readonly entity: JsonObject;
  readonly place: string;
}

/** Keys whose values are identifiers of nodes, or lists and maps of nodes. */
const LANGUAGE_OR_VALUE = new Set(['@language', '@value', '@index', '@direction']);

/**
 * The general lane: entities that use all of JSON-LD 1.1 go through jsonld-streaming-parser. The parser drops what it
 * finds illegal without a word, so identifiers are made absolute and legal before it sees them.
 */
export class GeneralLane<T> {
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
   * Writes the quads of one entity; its subject comes back (IRI or `_:label`).
   * @throws CrateError ERR_JSONLD_INVALID with the place, and the code of the JSON-LD specification as `jsonLdCode`
   */
  async entity<W extends T>(passed: PassedOn, writer: TermWriter<W>, note: OnNote): Promise<string> {
    const entity = this.#sanitize(passed.entity, note) as JsonObject;
    const { aliases } = this.#context;
    const idKey = Object.keys(entity).find((key) => key === '@id' || aliases.get(key) === '@id') ?? '@id';
    if (typeof entity[idKey] !== 'string') entity[idKey] = this.#ids.mint();
    const parser = await this.#parser();
    const write = quadWriter(writer, (label) => this.#ids.ownLabel(label));
    try {
      parser.write(JSON.stringify({ '@context': [...this.#layers()], '@graph': [entity] }));
      parser.end();
      // Nothing is written before the end: the parser goes on after an error as if nothing had been.
      const quads: Quad[] = [];
      for await (const quad of parser as AsyncIterable<Quad>) quads.push(quad);
      quads.forEach(write);
    } catch (cause) {
      const code = (cause as { code?: unknown }).code;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new CrateError('ERR_JSONLD_INVALID', `${message} at ${passed.place}`, {
        details: { pointer: passed.place, ...(typeof code === 'string' ? { jsonLdCode: code } : {}) },
        cause,
      });
    }
    return entity[idKey] as string;
  }

  async #parser(): Promise<JsonLdParser> {
    const { JsonLdParser } = await import('jsonld-streaming-parser');
    const { DataFactory } = (await import('n3')).default;
    const mint = () => this.#ids.mint().slice(2);
    const factory = {
      ...DataFactory,
      blankNode: (label?: string) => DataFactory.blankNode(label ?? mint()),
      literal: (value: string, kind?: string | NamedNode | null) => DataFactory.literal(value, kind ?? undefined),
    } as unknown as DataFactory<Quad>;
    return new JsonLdParser({
      dataFactory: factory as never,
      baseIRI: this.#base,
      processingMode: '1.1',
      skipContextValidation: true,
      documentLoader: {
        load: async (url: string) => ({ '@context': (await this.#contexts.load(url)) as never }),
      },
    });
  }

  /** The contexts without what would make the parser refuse or forget everything. */
  *#layers(): Generator<JsonObject> {
    for (const layer of this.#context.layers) {
      if (Object.isFrozen(layer)) yield layer;
      else yield Object.fromEntries(Object.entries(layer).flatMap(([term, value]) => this.#definition(term, value)));
    }
  }

  #definition(term: string, value: JsonValue): [string, JsonValue][] {
    if (term === '@base' || (term.startsWith('@') && !KEYWORDS.has(term))) return [];
    if (term.startsWith('@')) return [[term, value]];
    const known = this.#context.term(term);
    if (known === undefined) return [];
    if (typeof value === 'string' && known.iri !== null && !value.includes(':') && !KEYWORDS.has(value)) return [[term, known.iri]];
    if (!isObject(value)) return [[term, value]];
    return [[term, Object.fromEntries(Object.entries(value).filter(([key]) => KEYWORDS.has(key)))]];
  }

  /** A copy in which every identifier that the parser might drop is absolute and legal. */
  #sanitize(value: JsonValue, note: OnNote, key = ''): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.#sanitize(item, note, key));
    if (typeof value === 'string') return this.#context.term(key)?.type === '@id' ? this.#ids.resolveId(value, note) : value.toWellFormed();
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    for (const [name, item] of Object.entries(value)) {
      const keyword = this.#context.aliases.get(name) ?? name;
      if (keyword === '@context') copy[name] = item;
      else if (keyword === '@id') {
        const id = this.#id(item, note);
        if (id !== undefined) copy[name] = id;
      } else if (keyword === '@type') copy[name] = '@value' in value ? item : this.#types(item, note);
      else if (LANGUAGE_OR_VALUE.has(keyword)) copy[name] = item;
      else if (keyword.startsWith('@') && !KEYWORDS.has(keyword)) note('unknown-keyword', name);
      else copy[name] = this.#sanitize(item, note, name);
      if (!keyword.startsWith('@')) this.#reportUndefined(name, note);
    }
    return copy;
  }

  #reportUndefined(name: string, note: OnNote): void {
    if (this.#context.term(name) === undefined && this.#context.expandVocab(name).kind === 'relative') note('undefined-property', name);
  }

  #id(id: JsonValue, note: OnNote): string | undefined {
    if (typeof id === 'string') return this.#ids.resolveId(id, note);
    if (id === null) return undefined;
    note('id-form', JSON.stringify(id));
    const first = [id].flat().map((item) => (isObject(item) ? item['@id'] : item)).find((item) => typeof item === 'string');
    return typeof first === 'string' ? this.#ids.resolveId(first, note) : undefined;
  }

  /** Types stay as written when a context may be scoped to them or defines them; others become legal IRIs. */
  #types(types: JsonValue, note: OnNote): JsonValue {
    if (Array.isArray(types)) return types.map((type) => this.#types(type, note));
    if (typeof types !== 'string') return types;
    const expanded = this.#context.expandVocab(types);
    if (expanded.kind === 'relative') {
      note('undefined-type', types);
      return this.#ids.resolveVocab(types, note) ?? types;
    }
    return expanded.kind === 'absolute' && repairIri(expanded.iri) !== expanded.iri ? repairIri(expanded.iri) : types;
  }
}

/** Writes RDF/JS quads through a term writer; the graph term is the writer's. */
function quadWriter<T>(writer: TermWriter<T>, ownLabel: (label: string) => string): (quad: Quad) => void {
  const toTerm = (term: Term): T => {
    if (term.termType === 'Literal') {
      const language = term.language === '' ? undefined : term.language;
      return writer.literal(term.value, language === undefined ? term.datatype.value : undefined, language);
    }
    return term.termType === 'BlankNode' ? writer.blank(ownLabel((term as BlankNode).value)) : writer.iri((term as NamedNode).value);
  };
  return (quad) => writer.quad(toTerm(quad.subject), toTerm(quad.predicate), toTerm(quad.object));
}
