import { getNodeValue, type Node } from 'jsonc-parser';
import type { ActiveContext } from '../context/active-context.js';
import { type Expanded, coercedDatatype, type TermDefinition } from '../context/term-definition.js';
import { repairIri } from '../../rdf/iri-repair.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { Identifiers } from '../read/identifiers.js';
import type { Compactor, PropertyKey } from '../write/compactor.js';
import type { IdWriter } from '../write/id-writer.js';
import { commaOf, lineText, rebuild, textOf, treeOf, type Item, type TextStyle } from './json-text.js';
import { isPlain, keywordOf, writtenId } from './written-keys.js';
import type { Alike } from './merged-context.js';
import { respelled, type Spell } from './respell.js';

/** Where a document is to be read: the context and the base, and what writes names and identifiers for them. */
export interface Place {
  readonly context: ActiveContext;
  readonly base: CrateDocument['base'];
  readonly compactor: Compactor;
  readonly ids: IdWriter;
}

/** Called with each entity and key of which no text in the other place means the same. */
export type OnLoss = (what: string) => void;

type Definition = TermDefinition | undefined;
/** JSON text by key. */
type Texts = Readonly<Record<string, string>>;

/**
 * Says the entities of a document in the words of another place: what means the same there keeps its text; other
 * identifiers, names and values are spelled as they have to be. It may fail for what is odd: then the text says
 * something that the graph does not, and is not taken.
 */
export class Translator {
  readonly #own: CrateDocument;
  readonly #place: Place;
  readonly #here: Identifiers;
  readonly #there: Identifiers;
  readonly #alike: Alike;
  readonly #style: TextStyle;
  readonly #onLoss: OnLoss;
  #text = '';
  #entity = '';

  /** @param alike tells what means the same in both contexts */
  constructor(own: CrateDocument, place: Place, alike: Alike, style: TextStyle, onLoss: OnLoss) {
    this.#own = own;
    this.#place = place;
    this.#here = new Identifiers(own.context, own.base, 'c'); // labels are not looked at
    this.#there = new Identifiers(place.context, place.base, 'c');
    this.#alike = alike;
    this.#style = style;
    this.#onLoss = onLoss;
  }

  /** The text of an array of entities, in which there may be arrays of them. */
  entities(text: string): string {
    const spell: Spell = (id, kind) => (kind === 'id' || id.startsWith('_:') ? this.#id(id) : undefined);
    this.#text = respelled(text, this.#own, spell, this.#style);
    return this.#array(treeOf(this.#text), (node) => {
      if (node.type !== 'object') return textOf(this.#text, node);
      const value = getNodeValue(node) as JsonObject;
      this.#entity = writtenId(value, this.#own) ?? '';
      return this.#node(node, this.#own.json.sharesContext) ?? this.#lose('') ?? 'null'; // it is passed over
    });
  }

  /** @param shared a context that the node has is that of the document */
  #node(node: Node, shared = false): string | undefined {
    const value = getNodeValue(node) as JsonObject;
    if (!shared && this.#alike(value)) return textOf(this.#text, node);
    const { '@context': own, ...plain } = value;
    if ((own !== undefined && !shared) || !isPlain({ '@id': '', ...plain }, this.#own)) return undefined;
    const items = new Map<string, Item & { readonly lead: string; readonly value: string }>();
    node.children?.forEach((property, from) => {
      const [key, value] = property.children as [Node & { value: string }, Node];
      if (key.value === '@context') return;
      const written = this.#property(key.value, value) ?? this.#lose(key.value);
      if (written === undefined) return;
      const { name } = written;
      const own = this.#text.slice(property.offset, value.offset);
      const lead = name === key.value ? own : lineText(name, this.#style) + own.slice(key.length);
      const earlier = items.get(name); // two names may have become one
      const all = earlier === undefined ? written.value : this.#joined(earlier.value, written.value);
      items.set(name, { ...(earlier ?? { from, lead }), value: all, text: (earlier?.lead ?? lead) + all });
    });
    return rebuild(this.#text, node, [...items.values()], this.#style);
  }

  /** The text of two values, or arrays of them, as one array. */
  #joined(...values: readonly string[]): string {
    const inner = values.map((text) => (text.startsWith('[') ? text.slice(1, -1).trim() : text));
    return `[${inner.filter((text) => text !== '').join(commaOf(this.#style))}]`;
  }

  /** What a property is there: its name, and the text of its value. */
  #property(name: string, node: Node): { readonly name: string; readonly value: string } | undefined {
    const same = { name, value: textOf(this.#text, node) };
    if (this.#alike({ [name]: getNodeValue(node) as JsonValue })) return same;
    const { context } = this.#own;
    const keyword = keywordOf(name, this.#own);
    if (keyword === '@id' || keyword === '@index') return { ...same, name: this.#keyword(name) };
    if (keyword === '@type') {
      const value = this.#values(node, (one) => this.#type(one, (iri) => this.#place.compactor.type(iri)));
      return value === undefined ? undefined : { name: this.#keyword(name), value };
    }
    const expanded = context.expandVocab(name);
    if (isNothing(expanded)) return isNothing(this.#place.context.expandVocab(name)) ? same : undefined;
    const from = context.term(name);
    if (expanded.kind !== 'absolute' || from?.complex === true) return undefined;
    const to = this.#key(name, repairIri(expanded.iri), from);
    const value = this.#values(node, (one) => this.#value(one, from, to.definition) ?? this.#lose(name));
    if (value === undefined) return undefined;
    const isListed = from?.list !== true || to.definition?.list === true || node.type === 'null' || this.#has(node, '@list'); // prettier-ignore
    return { name: to.name, value: isListed ? value : this.#object({ '@list': value }) };
  }

  /** The name that a predicate has there: its own, if that means it. */
  #key(name: string, iri: string, from: Definition): PropertyKey {
    const { context, compactor } = this.#place;
    const expanded = context.expandVocab(name);
    const definition = context.term(name);
    const isUsable = definition?.complex !== true && (definition?.list !== true || from?.list === true);
    const means = expanded.kind === 'absolute' && repairIri(expanded.iri) === iri;
    return means && isUsable ? { name, definition } : compactor.key(iri);
  }

  #keyword(name: string): string {
    const keyword = keywordOf(name, this.#own);
    return keywordOf(name, this.#place) === keyword ? name : keyword;
  }

  #values(value: Node, write: (one: Node) => string | undefined): string | undefined {
    return value.type === 'array' ? this.#array(value, write) : write(value);
  }

  #array(array: Node, write: (one: Node) => string | undefined): string {
    const items: Item[] = [];
    array.children?.forEach((child, from) => {
      const text = this.#values(child, write);
      if (text !== undefined) items.push({ text, from });
    });
    return rebuild(this.#text, array, items, this.#style);
  }

  #value(node: Node, from: Definition, to: Definition): string | undefined {
    const text = textOf(this.#text, node);
    if (node.type === 'null') return text;
    if (node.type === 'string') return this.#string(node.value as string, text, from, to);
    if (node.type !== 'object') {
      const [own, other] = [coercedDatatype(from?.type), coercedDatatype(to?.type)];
      return own === other ? text : this.#object({ '@value': text, ...this.#typed(own) });
    }
    if (this.#has(node, '@value')) return this.#literal(node);
    if (!this.#has(node, '@list') && !this.#has(node, '@set')) return this.#node(node);
    return this.#renamed(node, (value) => this.#values(value, (one) => this.#value(one, from, to)));
  }

  #string(value: string, text: string, from: Definition, to: Definition): string | undefined {
    const [own, other] = [from?.type, to?.type];
    const [language, otherLanguage] = [languageIn(this.#own.context, from), languageIn(this.#place.context, to)];
    if (own === '@vocab') {
      const iri = this.#here.resolveVocab(value, silent) ?? '';
      if (other === own && (value.startsWith('_:') || this.#there.resolveVocab(value, silent) === iri)) return text;
      const id = iri.startsWith('_:') ? value : this.#place.ids.write(iri);
      return this.#object({ '@id': lineText(id, this.#style) });
    }
    if (own === other && language === otherLanguage) return text;
    if (own === '@id') return this.#object({ '@id': text });
    const tag: Texts = language === undefined ? {} : { '@language': lineText(language, this.#style) };
    return this.#object({ '@value': text, ...this.#typed(coercedDatatype(own)), ...tag });
  }

  #literal(node: Node): string {
    return this.#renamed(node, (value, keyword) =>
      keyword === '@type' ? this.#type(value, (iri) => this.#place.compactor.datatype(iri)) : textOf(this.#text, value),
    );
  }

  /** An object with keywords only. */
  #renamed(node: Node, write: (value: Node, keyword: string) => string | undefined): string {
    const items = (node.children ?? []).map((property, from): Item => {
      const [key, value] = property.children as [Node, Node];
      const [name, between] = [key.value as string, this.#text.slice(key.offset + key.length, value.offset)];
      const text = write(value, keywordOf(name, this.#own)) ?? 'null';
      return { text: lineText(this.#keyword(name), this.#style) + between + text, from };
    });
    return rebuild(this.#text, node, items, this.#style);
  }

  #has({ children = [] }: Node, keyword: string): boolean {
    return children.some(({ children: parts }) => keywordOf(String(parts?.[0]?.value), this.#own) === keyword);
  }

  #typed(iri: string | undefined): Texts {
    return iri === undefined ? {} : { '@type': lineText(this.#place.compactor.datatype(iri), this.#style) };
  }

  /** The name of a type or datatype. */
  #type(node: Node, write: (iri: string) => string): string {
    const text = textOf(this.#text, node);
    if (node.type !== 'string') return text;
    const name = node.value as string;
    const iri = this.#here.resolveVocab(name, silent);
    if (iri === undefined || iri.startsWith('_:') || this.#there.resolveVocab(name, silent) === iri) return text;
    return lineText(write(iri), this.#style);
  }

  /** The spelling of an `@id`, undefined where its own leads to the same place. */
  #id(id: string): string | undefined {
    const iri = this.#here.resolveId(id, silent);
    return iri.startsWith('_:') || this.#there.resolveId(id, silent) === iri ? undefined : this.#place.ids.write(iri);
  }

  #object(properties: Texts): string {
    const { pad, colon } = this.#style;
    const texts = Object.entries(properties).map(([key, text]) => `"${key}":${colon}${text}`);
    return `{${pad}${texts.join(commaOf(this.#style))}${pad}}`;
  }

  #lose(key: string): undefined {
    this.#onLoss(`${this.#entity} ${key}`.trim());
  }
}

const silent = () => undefined;

function isNothing({ kind }: Expanded): boolean {
  return kind === 'relative' || kind === 'none';
}

/** The language of a plain string. */
function languageIn(context: ActiveContext, definition: Definition): string | undefined {
  if (definition?.type !== undefined || definition?.language === null) return undefined;
  return definition?.language ?? context.language;
}
