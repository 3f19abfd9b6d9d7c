import { CrateError } from '../../base/errors.js';
import { languageTag } from '../../base/rdf/checked-text.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { isIsoDate } from '../iso-date.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';

/** A reference to an entity: by its identifier, or an entity of the crate. */
export interface EntityReference {
  readonly '@id': string;
}

/** A text in a language, or of a datatype, as JSON-LD writes it. */
export type TaggedText =
  | { readonly '@value': string; readonly '@language': string }
  | { readonly '@value': string | number | boolean; readonly '@type': string };

/** One value of a property. */
export type OneValue = string | number | boolean | Date | EntityReference | TaggedText;

/** The value of a property, or several; undefined for no value. */
export type EntityValue = OneValue | readonly OneValue[] | undefined;

/** EntityProperties whose values are entities: an IRI as text becomes a reference, other text is refused. */
const REFERRING: ReadonlySet<string> = new Set(
  'about affiliation author conformsTo contributor creator funder geo hasPart instrument isBasedOn isPartOf license mentions object publisher result subjectOf'.split(
    ' ',
  ),
);

const DESCRIBED_ELSEWHERE = 'add what it describes as an entity of its own, and give that entity';

/** Where a value stands, for messages. */
export interface ValuePlace {
  readonly subject: string;
  readonly property: string;
  /** Whether the context reads a text as an identifier, so that it must be one. */
  readonly isReference?: boolean;
}

/** The values of a property as JSON, each checked. @throws CrateError ERR_USAGE */
export function jsonValuesOf(value: EntityValue, place: ValuePlace): JsonValue[] {
  const list = Array.isArray(value) ? (value as readonly OneValue[]) : [value as OneValue | undefined];
  return list.filter((one) => one !== undefined).map((one) => jsonOf(one, place));
}

/** The error for a value that cannot be written. */
export function invalidValue({ subject, property }: ValuePlace, problem: string, hint: string): CrateError {
  return new CrateError('ERR_USAGE', `${subject}: ${property} ${problem}`, {
    hint,
    details: { entity: subject, property },
  });
}

/** States why a text is not an identifier of JSON-LD; undefined if it is. */
export function idProblem(id: string): string | undefined {
  if (id.trim() === '') return 'is empty';
  if (id.startsWith('_:')) return /^_:[A-Za-z0-9](?:[\w.-]*[\w-])?$/.test(id) ? undefined : 'is not a blank node label';
  if (!id.isWellFormed() || repairIri(id) !== id) return `contains what no IRI may contain; write ${repairIri(id)}`;
  return undefined;
}

function jsonOf(value: OneValue, place: ValuePlace): JsonValue {
  switch (typeof value) {
    case 'string':
      return jsonOfText(value, place);
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw invalidValue(place, `cannot be ${value}`, 'give a finite number');
      return place.property === 'contentSize' ? String(value) : value; // schema.org wants text
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw invalidValue(place, 'is an invalid date', 'give a valid Date');
    return value.toISOString().replace('.000Z', 'Z');
  }
  // An entity has its identifier as '@id', so it is a reference.
  if (typeof value === 'object' && value !== null && '@id' in value) return referenceOf(value, place);
  if (isObject(value) && '@value' in value) return taggedOf(value, place);
  throw invalidValue(place, 'has a value that is no text, number, truth value, date or reference', DESCRIBED_ELSEWHERE);
}

function jsonOfText(text: string, place: ValuePlace): JsonValue {
  const { property } = place;
  if (!text.isWellFormed()) throw invalidValue(place, 'contains half a character', 'correct the text');
  if (REFERRING.has(property) || place.isReference === true) {
    if (isAbsoluteIri(text) && idProblem(text) === undefined) return { '@id': text };
    const hint = "give an entity, an absolute IRI, or a reference such as { '@id': '#ada' }";
    throw invalidValue(place, `refers to an entity, and ${JSON.stringify(text)} is not one`, hint);
  }
  if (/^date[A-Z]|^(?:start|end)Date$/.test(property) && !isIsoDate(text))
    throw invalidValue(place, `${JSON.stringify(text)} is not a date`, 'write a date such as 2024-09-20');
  return text;
}

function referenceOf({ '@id': id, ...said }: EntityReference, place: ValuePlace): JsonObject {
  if (Object.keys(said).length > 0)
    throw invalidValue(place, `describes ${JSON.stringify(id)} inside of a value`, DESCRIBED_ELSEWHERE);
  const problem = typeof id === 'string' ? idProblem(id) : 'is not a text';
  if (problem !== undefined)
    throw invalidValue(place, `refers to ${JSON.stringify(id)}, which ${problem}`, 'correct the identifier');
  return { '@id': id };
}

function taggedOf(value: TaggedText | JsonObject, place: ValuePlace): JsonObject {
  const { '@value': text, '@language': language, '@type': type, ...rest } = value as JsonObject;
  const isText = typeof text === 'string' ? text.isWellFormed() : type !== undefined && isScalar(text);
  const isTagged =
    type === undefined
      ? typeof language === 'string' && languageTag(language) !== undefined
      : language === undefined && typeof type === 'string' && type !== '';
  if (!isText || !isTagged || Object.keys(rest).length > 0)
    throw invalidValue(
      place,
      'is not a text with a language or datatype',
      "write { '@value': 'chat', '@language': 'fr' }",
    );
  return { ...(value as JsonObject) };
}

function isScalar(value: JsonValue | undefined): boolean {
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
