import type { Literal } from '@rdfjs/types';
import { relativizeIri } from '../iri.js';
import { XSD } from '../vocabulary.js';

/** The names that make terms short. */
export interface TurtleNames {
  /** IRIs by prefix. Only those that the text uses are declared. */
  readonly prefixes?: Readonly<Record<string, string>> | undefined;
  /** Folder that identifiers are relative to; ends in `/`. */
  readonly base?: string | undefined;
}

/** Names of prefixes: ASCII only, a part of PN_PREFIX. */
const PREFIX_NAME = /^[A-Za-z](?:[\w-]*\w)?$/;
/** Names after a prefix that need no escape: ASCII only, a part of PN_LOCAL. */
const LOCAL_NAME = /^\w(?:[\w.-]*[\w-])?$/;
/** A namespace ends where {@link TurtleTerms.iri} cuts an IRI. */
const NAMESPACE = /[/#:]$/;
/** Characters that IRIREF excludes. */
const NOT_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/g;
/** Characters of a string that are escaped: those that STRING_LITERAL excludes, and controls that no editor shows. */
const ESCAPED = /["\\\u0000-\u0008\u000a-\u001f\u007f\ufeff\ufffe\uffff]/g;
/** In a string of several lines a line feed stands for itself. */
const ESCAPED_IN_LINES = /["\\\u0000-\u0008\u000b-\u001f\u007f\ufeff\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };
/** The literals that Turtle writes without quotes, in the form that people write them. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^-?(?:0|[1-9]\d*)$/,
  [`${XSD}decimal`]: /^-?(?:0|[1-9]\d*)\.\d+$/,
  [`${XSD}double`]: /^-?\d+(?:\.\d+)?[eE][+-]?\d+$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
};

/** Writes the terms of Turtle and TriG, and remembers which names they use. */
export class TurtleTerms {
  readonly #namespaces = new Map<string, string>();
  readonly #base: string | undefined;
  readonly #used = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  #usesBase = false;

  constructor({ prefixes = {}, base }: TurtleNames) {
    for (const [prefix, namespace] of Object.entries(prefixes))
      if (PREFIX_NAME.test(prefix) && NAMESPACE.test(namespace) && !this.#namespaces.has(namespace))
        this.#namespaces.set(namespace, prefix);
    this.#base = base;
  }

  /** The declarations of the names in use, followed by an empty line; '' without any. */
  header(): string {
    let text = this.#usesBase ? `@base <${iriText(this.#base as string)}> .\n` : '';
    for (const [prefix, namespace] of [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
      text += `@prefix ${prefix}: <${iriText(namespace)}> .\n`;
    return text === '' ? '' : `${text}\n`;
  }

  iri(iri: string): string {
    if (this.#base !== undefined && iri.startsWith(this.#base)) {
      const relative = relativizeIri(iri, this.#base); // absolute unless it resolves back exactly
      if (relative !== iri) this.#usesBase = true;
      return `<${iriText(relative)}>`;
    }
    const end = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#'), iri.lastIndexOf(':')) + 1;
    const prefix = this.#namespaces.get(iri.slice(0, end));
    const local = iri.slice(end);
    if (prefix === undefined || !LOCAL_NAME.test(local)) return `<${iriText(iri)}>`;
    this.#used.set(prefix, iri.slice(0, end));
    return `${prefix}:${local}`;
  }

  literal({ value, language, datatype }: Literal): string {
    if (language !== '') return `${quote(value)}@${language}`;
    if (datatype.value === `${XSD}string`) return quote(value);
    return PLAIN[datatype.value]?.test(value) === true ? value : `${quote(value)}^^${this.iri(datatype.value)}`;
  }

  /**
   * A blank node. Its label is new and short, because labels of stores are long, and those of
   * parsers may clash with `[]`.
   */
  blank(id: string): string {
    let label = this.#labels.get(id);
    if (label === undefined) this.#labels.set(id, (label = `_:b${this.#labels.size + 1}`));
    return label;
  }
}

function iriText(iri: string): string {
  return iri.replace(NOT_IN_IRI, codePoint);
}

function quote(value: string): string {
  if (!value.includes('\n')) return `"${value.replace(ESCAPED, escape)}"`;
  return `"""${value.replace(ESCAPED_IN_LINES, escape)}"""`;
}

function escape(character: string): string {
  return ESCAPES[character] ?? codePoint(character);
}

function codePoint(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}
