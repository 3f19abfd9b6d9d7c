import type { Note } from '../../crate/read/report.js';
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
    sentence: 'The document is UTF-8.',
    source: 'RO-Crate 1.0 to 1.3, Metadata Document; RFC 8259',
    check: noted('invalid-utf8', (detail) => detail),
  },
  {
    id: 'document-characters',
    severity: 'warning',
    on: 'crate',
    sentence: 'Strings contain whole characters, and no lone surrogates.',
    source: 'RFC 8259, section 8.2',
    check: notedIn('lone-surrogate', (text) => `has the string ${text}, which contains half a character`),
  },
  {
    id: 'key-unique',
    severity: 'error',
    on: 'crate',
    sentence: 'No JSON object has a key twice.',
    source: JSON_LD,
    check: noted('duplicate-key', (detail) => detail),
  },
  {
    id: 'key-keyword',
    severity: 'error',
    on: 'crate',
    sentence: 'Only keywords of JSON-LD begin with `@`, and each is used where it has a meaning.',
    source: JSON_LD,
    check: notedIn('unknown-keyword', (key) => `has ${key}, which JSON-LD ignores`),
  },
  {
    id: 'property-defined',
    severity: 'error',
    on: 'crate',
    sentence: 'The context defines each property.',
    source: 'format 2, ad hoc vocabulary 1 and 5',
    fix: 'defines it, if a version of RO-Crate or a vocabulary that the crate names has the term',
    check: notedIn('undefined-property', (name) => `has the property ${name}, which the context does not define`),
  },
  {
    id: 'type-defined',
    severity: 'error',
    on: 'crate',
    sentence: 'The context defines each type.',
    source: 'format 2, ad hoc vocabulary 1 and 5',
    fix: 'defines it, if a version of RO-Crate or a vocabulary that the crate names has the term',
    check: notedIn('undefined-type', (name) => `has the type ${name}, which the context does not define`),
  },
  {
    id: 'type-string',
    severity: 'error',
    on: 'crate',
    sentence: 'Each `@type` is a string or an array of strings.',
    source: JSON_LD,
    check: notedIn('type-form', (type) => `has the \`@type\` ${type}, which is not a string`),
  },
  {
    id: 'value-object',
    severity: 'error',
    on: 'crate',
    sentence: 'A value object has a value, and either a type or a language.',
    source: JSON_LD,
    check: notedIn('value-form', (detail) => `has ${detail} in a place where JSON-LD ignores it`),
  },
  {
    id: 'value-number',
    severity: 'warning',
    on: 'crate',
    sentence: 'Numbers are in the range of a double.',
    source: 'RFC 8259, section 6',
    check: notedIn('number-range', (number) => `has a number beyond the range of a double, which is read as ${number}`),
  },
  {
    id: 'value-language',
    severity: 'warning',
    on: 'crate',
    sentence: 'Language tags are well-formed.',
    source: JSON_LD,
    check: notedIn('language-tag', (tag) => `has the language tag ${tag}, which is not well-formed`),
  },
  {
    id: 'entity-statements',
    severity: 'warning',
    on: 'crate',
    sentence: 'Each entity has a type, or a property that the context defines.',
    source: 'format 2, entities',
    check: (crate) =>
      crate.since('1.2') // there each entity needs a type: another rule
        ? undefined
        : notedIn('kept-as-resource', () => 'has neither a type nor a property that the context defines')(crate),
  },
];

/** As {@link noted}, about the entity in which it is: the message is the end of a sentence that begins with it. */
export function notedIn(...[kind, message, only]: Parameters<typeof noted>): (crate: CheckedCrate) => Fault[] {
  const check = noted(kind, message, only);
  return (crate) => check(crate).map((fault) => faultIn(crate.index.idAt(fault.pointer), fault.message, fault.pointer));
}

/**
 * A check about the document or package as a whole, with a fault for each thing that reading has noted. The same thing at several places is one fault.
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
