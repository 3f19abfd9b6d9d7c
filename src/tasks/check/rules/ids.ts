import { DATA_TYPES } from '../../../crate/follow/entity-places.js';
import { repairIri } from '../../../base/rdf/iri-repair.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import { faultIn, type CheckedEntity, type Fault } from '../crate/checked-entity.js';
import type { Identifier } from '../crate/entity-index.js';
import { isAmong } from '../crate/type-sets.js';
import type { Rule } from '../rule.js';
import { notedIn } from './reading.js';

const RULE_3 = 'format 2, identifier rule 3';
const RULE_5 = 'format 2, identifier rule 5';
/** The website of a crate, which is neither a part nor linked (RO-Crate 1.2, RO-Crate Website). */
const PREVIEW = /^(?:\.\/)?(?:ro-)?crate-preview(?:\.html$|_files\/)/;

/** Files that have no extension. */
const FILE_NAMES = /^(?:LICEN[CS]E|COPYING|README|NOTICE|AUTHORS|(?:Docker|Make|Snake)file)$/i;

/** Identifiers (format document, section 2, identifier rules 1 to 3 and 5). */
export const IDENTIFIER_RULES: readonly Rule[] = [
  {
    id: 'id-string',
    severity: 'error',
    on: 'crate',
    sentence: 'Each `@id` must be a string.',
    source: 'format 1, JSON-LD 1.1',
    check: notedIn('id-form', (id) => `has the \`@id\` ${id}, which is not a string that JSON-LD accepts`),
  },
  {
    id: 'id-empty',
    severity: 'warning',
    on: 'crate',
    sentence: 'No `@id` should be empty or only a `/`.',
    source: 'format 2, identifier rule 1',
    check: notedIn('id-empty', () => 'has an `@id` that is empty or only a `/`, which names no entity of the crate'),
  },
  {
    id: 'id-escaped',
    severity: 'warning',
    on: 'crate',
    sentence: 'Identifiers should be legal: spaces and other special characters are percent-encoded.',
    source: `${RULE_3}; rule 1`,
    fix: 'percent-encodes the character',
    check: (crate) => {
      const legal = ({ id }: { readonly id: string }) => {
        const path = id.replaceAll('\\', '/'); // another rule
        return id.startsWith('_:') || repairIri(path) === path;
      };
      const others = notedIn(
        'iri-encoded',
        (iri) => `has the IRI ${iri}, with characters that must be percent-encoded`,
        (detail) => !crate.index.isIdentifier(JSON.parse(detail) as string),
      );
      return [
        ...ofIdentifiers(crate, (one) =>
          legal(one) || isDataId(one, crate) ? undefined : 'has characters that must be percent-encoded',
        ),
        ...others(crate),
      ];
    },
  },
  {
    id: 'id-separator',
    severity: 'warning',
    on: 'crate',
    sentence: 'Paths in identifiers should have the separator `/`, never a backslash.',
    source: RULE_3,
    fix: 'writes `/`',
    check: (crate) =>
      ofIdentifiers(crate, (one) =>
        one.id.includes('\\') && !one.id.startsWith('_:') && !isDataId(one, crate) ? 'has backslashes' : undefined,
      ),
  },
  {
    id: 'id-native-characters',
    severity: 'warning',
    on: 'crate',
    sentence: 'International characters in relative identifiers should be UTF-8, and not percent-encoded.',
    source: RULE_3,
    fix: 'writes the characters themselves',
    check: (crate) =>
      ofIdentifiers(crate, ({ id }) =>
        isRelativeId(id) && hasEncodedText(id) ? 'has percent-encoded international characters' : undefined,
      ),
  },
  {
    id: 'id-inside-root',
    severity: 'warning',
    on: 'crate',
    sentence:
      'A relative identifier should stay inside the crate root: it does not leave it by `../` and does not begin with `/`.',
    source: 'format 2, identifier rule 2',
    fix: 'removes detours by `./` and `../` that stay inside the root',
    check: (crate) =>
      ofIdentifiers(crate, (one) => {
        const { id } = one;
        if (!isRelativeId(id)) return undefined;
        if (leavesRoot(id)) return 'leaves the crate root by `../`';
        return /^\/[^/]/.test(id) && !isDataId(one, crate) ? 'begins with `/`, which is not the crate root' : undefined;
      }),
  },
  {
    id: 'id-file-uri',
    severity: 'warning',
    on: 'crate',
    sentence: 'No identifier should be a `file:` address, which names a place on one computer only.',
    source: 'format 2, identifier rule 1',
    check: (crate) =>
      ofIdentifiers(crate, (one) =>
        /^file:/i.test(one.id) && !isDataId(one, crate)
          ? 'is on one computer only: write a path in the crate, or an address on the web'
          : undefined,
      ),
  },
  {
    id: 'id-local',
    severity: 'warning',
    on: 'contextual',
    sentence:
      'A contextual entity with a name, but no identifier of its own, should have an `@id` that begins with `#`.',
    source: RULE_5,
    check: (entity) => {
      const { id, nested } = entity;
      if (id === undefined || id === '' || nested) return undefined;
      if (id.startsWith('_:'))
        return entity.has('name')
          ? entity.fault('has a name, but an `@id` that does not begin with `#`', '@id')
          : undefined;
      // With a path or an extension it names a file, and with a fragment a part of one.
      return isRelativeId(id) && !/[#/\\.]/.test(id) && !FILE_NAMES.test(id)
        ? entity.fault('has an `@id` that is neither absolute nor begins with `#`', '@id')
        : undefined;
    },
  },
  {
    id: 'entity-name',
    severity: 'warning',
    on: 'contextual',
    sentence: 'A contextual entity should have a `name`; without one its `@id` should begin with `_:`.',
    source: `${RULE_5}; RO-Crate 1.2 and 1.3, Metadata`,
    check: (entity, crate) => {
      const { id, nested, types } = entity;
      if (id === undefined || nested || types.length === 0 || id.startsWith('_:') || PREVIEW.test(id)) return undefined;
      if (entity.has('name') || entity.has('rdfs:label')) return undefined;
      if (crate.since('1.2') && isSoftware(entity)) return undefined; // a MUST, by another rule
      if (id.startsWith('#')) return entity.fault('has neither a name nor an `@id` that begins with `_:`');
      return crate.since('1.2') ? entity.fault('has no name') : undefined;
    },
  },
  {
    id: 'id-blank-label',
    severity: 'warning',
    on: 'crate',
    sentence: 'The label after `_:` should be one that RDF tools can read.',
    source: RULE_5,
    check: notedIn('blank-label', (id) => `has the identifier ${id}, with a label that RDF tools cannot read`),
  },
  {
    id: 'id-reserved',
    severity: 'note',
    on: 'crate',
    sentence: 'Some identifiers look like those that crategraph makes for identifiers without a meaning.',
    source: 'crategraph',
    check: notedIn('id-reserved', (id) => `has the identifier ${id}, which looks like one that crategraph makes`),
  },
];

/** Whether an `@id` is a part of the website of the crate. */
export function isPreview(id: string | undefined): boolean {
  return id !== undefined && PREVIEW.test(id);
}

/** Whether an entity is an application or a programming language. */
export function isSoftware(entity: CheckedEntity): boolean {
  return entity.is('SoftwareApplication') || entity.is('ComputerLanguage');
}

/** Whether an `@id` is neither absolute nor a blank node. */
export function isRelativeId(id: string): boolean {
  return !/^(?:[A-Za-z][A-Za-z0-9+.-]*:|_:)/.test(id);
}

/** Whether an identifier is that of a file or folder, for which there are rules of their own since version 1.2. */
export function isDataId({ id, iri, entity }: Pick<Identifier, 'id' | 'iri' | 'entity'>, crate: CheckedCrate): boolean {
  return (
    id === entity &&
    !id.startsWith('#') &&
    crate.since('1.2') &&
    iri !== crate.rootIri &&
    isAmong(crate.index.typesOf(iri), DATA_TYPES)
  );
}

/**
 * A fault for each identifier that a message is for: of the entity that it describes, or else where it is first used.
 */
export function ofIdentifiers(
  { index }: CheckedCrate,
  message: (identifier: Identifier) => string | undefined,
): Fault[] {
  const faults: Fault[] = [];
  for (const identifier of index.identifiers()) {
    const text = message(identifier);
    if (text === undefined) continue;
    const { id, entity, pointer } = identifier;
    faults.push(faultIn(entity, id === entity ? text : `refers to ${id}, which ${text}`, pointer));
  }
  return faults;
}

function leavesRoot(id: string): boolean {
  let depth = 0;
  for (const segment of id.replace(/[?#].*$/s, '').split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '' && segment !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Whether percent-encoded bytes are text beyond ASCII. */
function hasEncodedText(id: string): boolean {
  return (id.match(/(?:%[89A-F][0-9A-F])+/gi) ?? []).some((bytes) => {
    try {
      return decodeURIComponent(bytes) !== '';
    } catch {
      return false; // of another encoding: there are no characters to write
    }
  });
}
