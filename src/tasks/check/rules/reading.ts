import type { Note } from '../../../crate/read/report.js';
import { missingEntries } from '../../vocabulary/missing-entries.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import { faultIn, type Fault } from '../crate/checked-entity.js';
import type { Rule } from '../rule.js';

const JSON_LD = 'format 1, JSON-LD 1.1';

/** What reading the document has to repair or warn of, as rules. */
export const READING_RULES: readonly Rule[] = [
  {
    id: 'document-encoding',
    severity: 'error',
    on: 'crate',
    sentence: 'The document must be UTF-8.',
    source: 'RO-Crate 1.0 to 1.3, Metadata Document; RFC 8259',
    check: noted('invalid-utf8', (detail) => detail),
  },
  {
    id: 'document-characters',
    severity: 'warning',
    on: 'crate',
    sentence: 'Strings should contain whole characters, and no lone surrogates.',
    source: 'RFC 8259, section 8.2',
    check: notedIn('lone-surrogate', (text) => `has the string ${text}, which contains half a character`),
  },
  {
    id: 'key-unique',
    severity: 'error',
    on: 'crate',
    sentence: 'No JSON object may have a key twice.',
    source: JSON_LD,
    check: noted('duplicate-key', (detail) => detail),
  },
  {
    id: 'key-keyword',
    severity: 'error',
    on: 'crate',
    sentence: 'Only keywords of JSON-LD may begin with `@`, and each must be used where it has a meaning.',
    source: JSON_LD,
    check: notedIn('unknown-keyword', (key) => `has ${key}, which JSON-LD ignores`),
  },
  {
    id: 'property-defined',
    severity: 'error',
    on: 'crate',
    sentence: 'The context must define each property.',
    source: 'format 2, ad hoc vocabulary 1 and 5',
    fix: 'defines it, if an entity of the crate does, or a version of RO-Crate or a vocabulary that the crate names has the term',
    check: undefinedIn('undefined-property', 'property'),
  },
  {
    id: 'property-escaped',
    severity: 'warning',
    on: 'crate',
    sentence: 'The IRI of a property should be legal: special characters are percent-encoded.',
    source: 'format 1, JSON-LD 1.1; RFC 3987',
    check: notedIn(
      'key-encoded',
      (name) => `has the property ${name}, whose IRI has special characters: define it in the context`,
    ),
  },
  {
    id: 'type-defined',
    severity: 'error',
    on: 'crate',
    sentence: 'The context must define each type.',
    source: 'format 2, ad hoc vocabulary 1 and 5',
    fix: 'defines it, if an entity of the crate does, or a version of RO-Crate or a vocabulary that the crate names has the term',
    check: undefinedIn('undefined-type', 'type'),
  },
  {
    id: 'type-string',
    severity: 'error',
    on: 'crate',
    sentence: 'Each `@type` must be a string or an array of strings.',
    source: JSON_LD,
    check: notedIn('type-form', (type) => `has the \`@type\` ${type}, which is not a string`),
  },
  {
    id: 'value-object',
    severity: 'error',
    on: 'crate',
    sentence: 'A value object must have a value, and either a type or a language.',
    source: JSON_LD,
    check: notedIn('value-form', (detail) => `has ${detail} in a place where JSON-LD ignores it`),
  },
  {
    id: 'value-number',
    severity: 'warning',
    on: 'crate',
    sentence: 'Numbers should be in the range of a double.',
    source: 'RFC 8259, section 6',
    check: notedIn('number-range', (number) => `has a number beyond the range of a double, which is read as ${number}`),
  },
  {
    id: 'value-language',
    severity: 'warning',
    on: 'crate',
    sentence: 'Language tags should be well-formed.',
    source: JSON_LD,
    check: notedIn('language-tag', (tag) => `has the language tag ${tag}, which is not well-formed`),
  },
  {
    id: 'entity-statements',
    severity: 'warning',
    on: 'crate',
    sentence: 'Each entity should have a type, or a property that the context defines.',
    source: 'format 2, entities',
    check: (crate) =>
      crate.since('1.2') // there each entity needs a type: another rule
        ? undefined
        : notedIn('kept-as-resource', () => 'has neither a type nor a property that the context defines')(crate),
  },
];

/** A check that names have a meaning, which says what the entry would be if an entity of the crate defines the term. */
function undefinedIn(kind: Note['kind'], noun: string): (crate: CheckedCrate) => Fault[] {
  return (crate) => {
    if (crate.notes(kind).length === 0) return [];
    const entries = missingEntries(crate.terms);
    const entry = (name: string) => entries.get(name) ?? 'https://...';
    return notedIn(
      kind,
      (name) => `has the ${noun} ${name}, which the context does not define: write "${name}": "${entry(name)}" there`,
    )(crate);
  };
}

/** As {@link noted}, about the entity in which it is: the message is the end of a sentence that begins with it. */
export function notedIn(...[kind, message, only]: Parameters<typeof noted>): (crate: CheckedCrate) => Fault[] {
  const check = noted(kind, message, only);
  return (crate) => check(crate).map((fault) => faultIn(crate.index.idAt(fault.pointer), fault.message, fault.pointer));
}

/**
 * A check about the document or package as a whole, with a fault for each thing that reading has noted. The same thing
 * at several places is one fault.
 * @param only of the details those that count
 */
export function noted(
  kind: Note['kind'],
  message: (detail: string) => string,
  only: (detail: string) => boolean = () => true,
): (crate: CheckedCrate) => Fault[] {
  return (crate) => {
    const places = new Map<string, { readonly pointer: string | undefined; count: number }>();
    for (const { detail, pointer } of crate.notes(kind)) {
      const earlier = places.get(detail);
      if (earlier !== undefined) earlier.count += 1;
      else if (only(detail)) places.set(detail, { pointer, count: 1 });
    }
    return [...places].map(([detail, { pointer, count }]) => ({
      message: message(detail) + (count === 1 ? '' : ` (${count} places)`),
      pointer,
    }));
  };
}
