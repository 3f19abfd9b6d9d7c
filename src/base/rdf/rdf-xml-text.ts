import type { RdfXmlParser } from 'rdfxml-streaming-parser';
import { MAX_RDF_NESTING } from './most-levels.js';
import { RDF } from './vocabulary.js';

const XML = 'http://www.w3.org/XML/1998/namespace';
/** An entity with a longer text stays undefined, so that no text grows much by its entities. */
const LONGEST_ENTITY = 1000;
const ENTITY = /<!ENTITY\s+([^\s%]\S*)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const REFERENCE = /&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|([^\s;&#]+));/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

interface Tag {
  readonly attributes: Readonly<Record<string, { readonly uri: string; readonly local: string; value: string }>>;
}

/** The open elements of the parser. */
interface OpenElement {
  /** The text of an XML literal. */
  readonly childrenStringTags?: string[];
  readonly predicate?: unknown;
  text?: string;
}

/** What the parser is made of. */
interface Parts {
  readonly activeTagStack: readonly OpenElement[];
  readonly saxParser: {
    readonly ENTITIES: Record<string, string>;
    readonly line: number;
    readonly column: number;
    on(event: string, handler: (value: never) => void): void;
    close(): void;
  };
  onTag(tag: Tag): void;
  _flush?: (done: (error?: unknown) => void) => void;
}

/**
 * Completes how the parser reads text. On its own it keeps only the last part of a text with a comment or CDATA, takes
 * the references of an entity for text, writes XML literals that are not XML, and does not notice
 * that a document ends early.
 * @param onLanguage receives each `xml:lang` as it is written
 */
export function completeXml(parser: RdfXmlParser, onLanguage: (tag: string) => void): void {
  const parts = parser as unknown as Parts;
  const { saxParser } = parts;
  const open = () => parts.activeTagStack.at(-1);
  const onText = (text: string) => {
    const element = open();
    if (element?.childrenStringTags !== undefined) element.childrenStringTags.push(escaped(text, /[&<>]/g));
    else if (element?.predicate) element.text = (element.text ?? '') + text;
  };
  saxParser.on('text', onText);
  saxParser.on('cdata', onText);
  saxParser.on('comment', (text: string) => void open()?.childrenStringTags?.push(`<!--${text}-->`));
  saxParser.on('opentag', (tag: Tag) => {
    if (parts.activeTagStack.length >= MAX_RDF_NESTING) {
      const { line, column } = saxParser;
      const message = `the elements are nested more than ${MAX_RDF_NESTING} levels deep`;
      throw Object.assign(new Error(message), { line, column });
    }
    const isInLiteral = open()?.childrenStringTags !== undefined;
    for (const attribute of Object.values(tag.attributes))
      if (isInLiteral) attribute.value = escaped(attribute.value, /[&<"]/g);
      else if (attribute.uri === XML && attribute.local === 'lang') onLanguage(attribute.value);
      else if (
        attribute.uri === RDF &&
        attribute.local === 'parseType' &&
        !/^(?:Resource|Collection)$/.test(attribute.value)
      )
        attribute.value = 'Literal'; // RDF 1.1 XML Syntax, section 7.2.20
    parts.onTag(tag);
  });
  saxParser.on('doctype', (doctype: string) => defineEntities(doctype, saxParser.ENTITIES));
  saxParser.on('error', (error: Error) => {
    throw error;
  });
  parts._flush = (done) => {
    try {
      saxParser.close();
      done();
    } catch (error) {
      done(error);
    }
  };
}

/** Defines the entities of a document type that are plain text. A reference to any other entity is an error. */
function defineEntities(doctype: string, entities: Record<string, string>): void {
  for (const [, name = '', double, single] of doctype.matchAll(ENTITY)) {
    if (Object.hasOwn(entities, name)) continue; // the first declaration counts
    const text = entityText(double ?? single ?? '', entities);
    if (text !== undefined) entities[name] = text;
  }
}

function entityText(written: string, entities: Readonly<Record<string, string>>): string | undefined {
  if (written.includes('<')) return undefined;
  let isKnown = true;
  const text = written.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    const known = name === undefined ? character(code) : entities[name];
    isKnown &&= known !== undefined && known.length <= LONGEST_ENTITY;
    return known ?? '';
  });
  return isKnown && text.length <= LONGEST_ENTITY ? text : undefined;
}

/** A character of an entity; undefined for those that would be markup. */
function character(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff && code !== 0x26 && code !== 0x3c ? String.fromCodePoint(code) : undefined;
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, (one) => ESCAPES[one] as string);
}
