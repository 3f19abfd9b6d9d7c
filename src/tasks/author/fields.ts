import { parse as parseToml, TomlError } from 'smol-toml';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { checkJson } from '../../crate/json/lazy-document.js';
import { CrateError } from '../../base/errors.js';

/** What a file in JSON, YAML or TOML has at its top, or a part of it; nothing for what is no object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Why a text has no fields: its message says what and where. */
export class MalformedText extends Error {
  override readonly name = 'MalformedText';
}

/** The fields of a text in JSON. @throws MalformedText */
export function fieldsOfJson(text: string): Fields {
  try {
    checkJson(text);
  } catch (cause) {
    throw new MalformedText(messageOf(cause), { cause });
  }
  return fieldsOf(JSON.parse(text));
}

/** The fields of a text in YAML; all values are texts, because in a version 1.10 is no number. @throws MalformedText */
export function fieldsOfYaml(text: string): Fields {
  try {
    return fieldsOf(parseYaml(text, { schema: 'failsafe', logLevel: 'error' }));
  } catch (cause) {
    const place = cause instanceof YAMLParseError ? cause.linePos?.[0] : undefined;
    const words = messageOf(cause).replace(/ at line \d+, column \d+:?$/, '');
    throw new MalformedText(`not YAML: ${words}${placeAt(place?.line, place?.col)}`, { cause });
  }
}

/** The fields of a text in TOML. @throws MalformedText */
export function fieldsOfToml(text: string): Fields {
  try {
    return fieldsOf(parseToml(text));
  } catch (cause) {
    const words = messageOf(cause).replace(/^Invalid TOML document: /, '');
    const { line, column } = cause instanceof TomlError ? cause : {};
    throw new MalformedText(`not TOML: ${words}${placeAt(line, column)}`, { cause });
  }
}

/** What a value has if it is an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A text on one line; undefined for one without words, and for what is no text. */
export function lineIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    value
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .replaceAll(/\p{Cs}/gu, '\uFFFD')
      .trim() || undefined
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error instanceof CrateError ? error.message : (error.message.split('\n')[0] ?? '')).trim();
}

function placeAt(line: number | undefined, column: number | undefined): string {
  return line === undefined ? '' : ` at line ${line}, column ${column ?? 1}`;
}
