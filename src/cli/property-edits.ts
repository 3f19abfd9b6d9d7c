import { CrateError } from '../base/errors.js';
import { isOrcid } from '../crate/orcid.js';
import type { JsonValue } from '../crate/json/value.js';

/** What a word of a command line does with a property. */
export interface PropertyEdit {
  readonly property: string;
  readonly how: 'set' | 'add' | 'unset';
  /** Undefined: all values of the property, with `unset`. */
  readonly value?: JsonValue | undefined;
}

/** `author`, `author=...`, `author+=...`, `author:=...`, `author+:=...`. */
const WORD = /^([^=+:\s<>"]+(?::[^=+:\s<>"]+)?)(\+?)(:?)=(.*)$/su;

/**
 * Reads `property=value` (replaces; a property that is given again gets several values), `property+=value` (adds), and with `:=` a value of JSON. Other values are text, but
 * for `<identifier>`, an entity of the crate or an IRI, and for an ORCID.
 * @throws CrateError ERR_USAGE
 */
export function readEdits(words: readonly string[]): PropertyEdit[] {
  const set = new Set<string>();
  return words.map((word) => {
    const [, property, plus, colon, text = ''] = WORD.exec(word) ?? [];
    if (property === undefined)
      throw new CrateError('ERR_USAGE', `${word} is no property=value`, {
        hint: "write property=text, property+=text to add, author='<#ada>' for an entity, size:=5 for a number",
      });
    const value = colon === ':' ? jsonOf(word, text) : valueOf(text);
    const adds = plus === '+' || set.has(property);
    set.add(property);
    return { property, how: adds ? 'add' : 'set', value };
  });
}

/** Reads `property`, which removes it, and `property=value`, which removes that value. @throws CrateError ERR_USAGE */
export function readUnsets(words: readonly string[]): PropertyEdit[] {
  return words.map((word) => {
    if (!word.includes('=')) return { property: word, how: 'unset' };
    const [{ property, how, value } = { property: '', how: 'add' }] = readEdits([word]);
    if (how !== 'set') throw new CrateError('ERR_USAGE', `${word}: unset takes property=value`);
    return { property, how: 'unset', value };
  });
}

/** The identifier that a word means: an ORCID has an IRI. */
export function idOfWord(word: string): string {
  return isOrcid(word) ? `https://orcid.org/${word}` : word;
}

function valueOf(text: string): JsonValue {
  const [, id] = /^<([^<>\s]+)>$/.exec(text) ?? [];
  if (id !== undefined) return { '@id': id };
  return isOrcid(text) ? { '@id': idOfWord(text) } : text;
}

function jsonOf(word: string, text: string): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new CrateError('ERR_USAGE', `${word}: ${text} is not JSON`, {
      hint: 'write a number, true, false or an object after :=, or use = for text',
      cause,
    });
  }
  const outsideOfStrings = text.replace(/"(?:[^"\\]|\\.)*"/gs, '');
  const lost = outsideOfStrings.match(/-?\d[\d.eE+-]*/g)?.find(losesDigits);
  if (lost === undefined) return value;
  throw new CrateError('ERR_USAGE', `${word}: ${lost} has more digits than a number of JSON keeps`, {
    hint: 'write it as text, with = instead of :=',
  });
}

/** Whether a number, read and written again, has other digits. */
function losesDigits(number: string): boolean {
  const digits = (text: string): string =>
    text
      .replace(/[eE].*$/s, '')
      .replace(/\D/g, '')
      .replace(/^0+|0+$/g, '');
  return digits(String(Number(number))) !== digits(number);
}
