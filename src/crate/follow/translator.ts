import { getNodeValue, type Node } from 'jsonc-parser';
import type { ActiveContext } from '../context/active-context.js';
import { type Expanded, coercedDatatype, type TermDefinition } from '../context/term-definition.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { Identifiers } from '../read/identifiers.js';
import type { Compactor, PropertyKey } from '../write/compactor.js';
import type { IdWriter } from '../write/id-writer.js';
import { commaOf, lineText, rebuild, nodeText, treeOf, type Item, type TextStyle } from './json-text.js';
import { isPlain, keywordOf, writtenId } from './written-keys.js';
import type { SameMeaning } from './merged-context.js';
import { respelled, type Spell } from './respell.js';

/** Where translated text goes: the context, the base, and the writers of names and identifiers for them. */
export interface TargetDocument {
  readonly context: ActiveContext;
  readonly base: CrateDocument['base'];
  readonly compactor: Compactor;
  readonly ids: IdWriter;
}

/** Receives each entity or key whose text loses something that RDF cannot represent. */
export type OnLoss = (what: string) => void;

type Definition = TermDefinition | undefined;
/** JSON text by key. */
type Texts = Readonly<Record<string, string>>;

/** What a {@link Translator} needs. */
export interface Translation {
  readonly document: CrateDocument;
  readonly target: TargetDocument;
  /** Tells whether a value means the same in both documents. */
  readonly isSame: SameMeaning;
  readonly style: TextStyle;
  readonly onLoss: OnLoss;
}

/**
 * Translates the entities of a document into the context and base of another one. Text that means the same there stays;
 * other identifiers, names and values are respelled. The translation may be wrong for unusual input. Then it states
 * something that the graph does not, and matching drops it.
 */
export class Translator {
  readonly #document: CrateDocument;
  readonly #target: TargetDocument;
  readonly #ownIds: Identifiers;
  readonly #targetIds: Identifiers;
  readonly #isSame: SameMeaning;
  readonly #style: TextStyle;
  readonly #onLoss: OnLoss;
  #text = '';
  #entity = '';

  constructor({ document, target, isSame, style, onLoss }: Translation) {
    this.#document = document;
    this.#target = target;
    this.#ownIds = new Identifiers(document.context, document.base, 'c'); // their labels are never written
    this.#targetIds = new Identifiers(target.context, target.base, 'c');
    this.#isSame = isSame;
    this.#style = style;
    this.#onLoss = onLoss;
  }

  /** Translates the text of an array of entities, nested arrays included. */
  entities(text: string): string {
    const spell: Spell = (id, kind) => (kind === 'id' || id.startsWith('_:') ? this.#id(id) : undefined);
    this.#text = respelled(text, this.#document, spell, this.#style);
    return this.#array(treeOf(this.#text), (node) => {
      if (node.type !== 'object') return nodeText(this.#text, node);
      const value = getNodeValue(node) as JsonObject;
      this.#entity = writtenId(value, this.#document) ?? '';
      return this.#node(node, this.#document.json.sharesContext) ?? this.#lose('') ?? 'null'; // JSON-LD ignores `null`
    });
  }

  /** @param shared an `@context` in the node is the context of the document */
  #node(node: Node, shared = false): string | undefined {
    const value = getNodeValue(node) as JsonObject;
    if (!shared && this.#isSame(value)) return nodeText(this.#text, node);
    const { '@context': own, ...plain } = value;
    if ((own !== undefined && !shared) || !isPlain({ '@id': '', ...plain }, this.#document)) return undefined;
    const items = new Map<string, Item & { readonly lead: string; readonly value: string }>();
    node.children?.forEach((property, from) => {
      const [key, value] = property.children as [Node & { value: string }, Node];
      if (key.value === '@context') return;
      const written = this.#property(key.value, value) ?? this.#lose(key.value);
      if (written === undefined) return;
      const { name } = written;
      const ownLead = this.#text.slice(property.offset, value.offset);
      const lead = name === key.value ? ownLead : lineText(name, this.#style) + ownLead.slice(key.length);
      const earlier = items.get(name); // two keys may have got one name
      const all = earlier === undefined ? written.value : this.#oneArray(earlier.value, written.value);
      items.set(name, { ...(earlier ?? { from, lead }), value: all, text: (earlier?.lead ?? lead) + all });
    });
    return rebuild(this.#text, node, [...items.values()], this.#style);
  }

  /** The text of several values, or arrays of them, as one array. */
  #oneArray(...values: readonly string[]): string {
    const inner = values.map((text) => (text.startsWith('[') ? text.slice(1, -1).trim() : text));
    return `[${inner.filter((text) => text !== '').join(commaOf(this.#style))}]`;
  }

  /** Translates a property: its name and the text of its value. @returns undefined if that is not possible */
  #property(name: string, node: Node): { readonly name: string; readonly value: string } | undefined {
    const same = { name, value: nodeText(this.#text, node) };
    if (this.#isSame({ [name]: getNodeValue(node) as JsonValue })) return same;
    const { context } = this.#document;
    const keyword = keywordOf(name, this.#document);
    if (keyword === '@id' || keyword === '@index') return { ...same, name: this.#keyword(name) };
    if (keyword === '@type') {
      const value = this.#values(node, (one) => this.#type(one, (iri) => this.#target.compactor.type(iri)));
      return value === undefined ? undefined : { name: this.#keyword(name), value };
    }
    const expanded = context.expandVocab(name);
    if (isUndefined(expanded)) return isUndefined(this.#target.context.expandVocab(name)) ? same : undefined;
    const from = context.term(name);
    if (expanded.kind !== 'absolute' || from?.complex === true) return undefined;
    const to = this.#key(name, repairIri(expanded.iri), from);
    const value = this.#values(node, (one) => this.#value(one, from, to.definition) ?? this.#lose(name));
    if (value === undefined) return undefined;
    const isListed =
      from?.list !== true || to.definition?.list === true || node.type === 'null' || this.#has(node, '@list');
    return { name: to.name, value: isListed ? value : this.#object({ '@list': value }) };
  }

  /** The name of a predicate in the target: its own name, if that means the same there. */
  #key(name: string, iri: string, from: Definition): PropertyKey {
    const { context, compactor } = this.#target;
    const expanded = context.expandVocab(name);
    const definition = context.term(name);
    const isUsable = definition?.complex !== true && (definition?.list !== true || from?.list === true);
    const means = expanded.kind === 'absolute' && repairIri(expanded.iri) === iri;
    return means && isUsable ? { name, definition } : compactor.key(iri);
  }

  #keyword(name: string): string {
    const keyword = keywordOf(name, this.#document);
    return keywordOf(name, this.#target) === keyword ? name : keyword;
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
    const text = nodeText(this.#text, node);
    if (node.type === 'null') return text;
    if (node.type === 'string') return this.#string(node.value as string, text, from, to);
    if (node.type !== 'object') {
      const own = coercedDatatype(from?.type);
      const other = coercedDatatype(to?.type);
      return own === other ? text : this.#object({ '@value': text, ...this.#typed(own) });
    }
    if (this.#has(node, '@value')) return this.#literal(node);
    if (!this.#has(node, '@list') && !this.#has(node, '@set')) return this.#node(node);
    return this.#keywordObject(node, (value) => this.#values(value, (one) => this.#value(one, from, to)));
  }

  #string(value: string, text: string, from: Definition, to: Definition): string | undefined {
    const own = from?.type;
    const other = to?.type;
    const language = languageIn(this.#document.context, from);
    const otherLanguage = languageIn(this.#target.context, to);
    if (own === '@vocab') {
      const iri = this.#ownIds.resolveVocab(value, silent) ?? '';
      if (other === own && (value.startsWith('_:') || this.#targetIds.resolveVocab(value, silent) === iri)) return text;
      const id = iri.startsWith('_:') ? value : this.#target.ids.write(iri);
      return this.#object({ '@id': lineText(id, this.#style) });
    }
    if (own === other && language === otherLanguage) return text;
    if (own === '@id') return this.#object({ '@id': text });
    const tag: Texts = language === undefined ? {} : { '@language': lineText(language, this.#style) };
    return this.#object({ '@value': text, ...this.#typed(coercedDatatype(own)), ...tag });
  }

  #literal(node: Node): string {
    return this.#keywordObject(node, (value, keyword) =>
      keyword === '@type'
        ? this.#type(value, (iri) => this.#target.compactor.datatype(iri))
        : nodeText(this.#text, value),
    );
  }

  /** Translates an object that has only keywords. */
  #keywordObject(node: Node, write: (value: Node, keyword: string) => string | undefined): string {
    const items = (node.children ?? []).map((property, from): Item => {
      const [key, value] = property.children as [Node, Node];
      const name = key.value as string;
      const between = this.#text.slice(key.offset + key.length, value.offset);
      const text = write(value, keywordOf(name, this.#document)) ?? 'null';
      return { text: lineText(this.#keyword(name), this.#style) + between + text, from };
    });
    return rebuild(this.#text, node, items, this.#style);
  }

  #has({ children = [] }: Node, keyword: string): boolean {
    return children.some(({ children: pair }) => keywordOf(String(pair?.[0]?.value), this.#document) === keyword);
  }

  #typed(iri: string | undefined): Texts {
    return iri === undefined ? {} : { '@type': lineText(this.#target.compactor.datatype(iri), this.#style) };
  }

  /** Translates the name of a type or datatype. */
  #type(node: Node, write: (iri: string) => string): string {
    const text = nodeText(this.#text, node);
    if (node.type !== 'string') return text;
    const name = node.value as string;
    const iri = this.#ownIds.resolveVocab(name, silent);
    if (iri === undefined || iri.startsWith('_:') || this.#targetIds.resolveVocab(name, silent) === iri) return text;
    return lineText(write(iri), this.#style);
  }

  /** The spelling of an `@id`, undefined if it does not change. */
  #id(id: string): string | undefined {
    const iri = this.#ownIds.resolveId(id, silent);
    return iri.startsWith('_:') || this.#targetIds.resolveId(id, silent) === iri
      ? undefined
      : this.#target.ids.write(iri);
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

function isUndefined({ kind }: Expanded): boolean {
  return kind === 'relative' || kind === 'none';
}

/** The language of a plain string. */
function languageIn(context: ActiveContext, definition: Definition): string | undefined {
  if (definition?.type !== undefined || definition?.language === null) return undefined;
  return definition?.language ?? context.language;
}
