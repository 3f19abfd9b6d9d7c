import { crateContextVersion } from '../../../crate/context/context-address.js';
import { isObject, type JsonValue } from '../../../crate/json/value.js';
import { DCTERMS, SCHEMA } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import { noted } from './reading.js';
import type { Rule } from '../rule.js';

const SHAPE = 'format 2, metadata document shape';

/** Terms without which no crate can be described, in each version the same. */
const NEEDED: Readonly<Record<string, string>> = {
  about: `${SCHEMA}about`,
  conformsTo: `${DCTERMS}conformsTo`,
  CreativeWork: `${SCHEMA}CreativeWork`,
  Dataset: `${SCHEMA}Dataset`,
};

/** The context (format document, sections 1, 2 and 9). */
export const CONTEXT_RULES: readonly Rule[] = [
  {
    id: 'context-crate',
    severity: 'error',
    mustSince: '1.2',
    on: 'crate',
    sentence: 'The context must be that of RO-Crate, by its address or with the terms that the crate uses.',
    source: `${SHAPE}; RO-Crate 1.0 to 1.3, Metadata Document`,
    fix: 'adds a missing context: that of the version that the descriptor conforms to',
    check: (crate) => {
      if (addressesOf(crate).some((address) => crateContextVersion(address) !== undefined)) return undefined;
      const missing = crate.notes('context-missing').length > 0;
      const names = Object.keys(NEEDED).filter((name) => missing || crate.names.type(name) !== NEEDED[name]);
      return names.length === 0
        ? undefined
        : {
            message: `the context is not that of RO-Crate, and does not define ${names.join(', ')}`,
            pointer: pointerToContext(crate),
          };
    },
  },
  {
    id: 'context-version',
    severity: 'error',
    mustSince: '1.2',
    on: 'crate',
    sentence: 'The RO-Crate context must have the version that the descriptor conforms to.',
    source: 'format 9, rules 1 and 2; RO-Crate 1.2 and 1.3, Metadata Document',
    check: (crate) => {
      const { version } = crate;
      const declared = addressesOf(crate).flatMap((address) => crateContextVersion(address) ?? []);
      if (version === undefined || declared.length === 0 || declared.includes(version.toUpperCase())) return undefined;
      return {
        message: `the context is of version ${declared.join(' and ')}, the descriptor conforms to ${version}`,
        pointer: pointerToContext(crate),
      };
    },
  },
  {
    id: 'context-terms',
    severity: 'error',
    on: 'crate',
    sentence: 'Each definition of the context must have a meaning in JSON-LD.',
    source: 'format 1, JSON-LD 1.1',
    check: noted('context-term', (problem) => `in the context: ${problem}`),
  },
  {
    id: 'context-base',
    severity: 'note',
    on: 'crate',
    sentence: 'A context needs no `@base`, which is of use only while identifiers are rewritten.',
    source: 'format 1, rule 8; format 3, (A) 5',
    check: (crate) => {
      const { writtenContext, report } = crate.document;
      const bases = [writtenContext ?? null].flat().filter((part) => isObject(part) && '@base' in part);
      if (bases.length === 0 || report.counts['base-unusable'] !== undefined) return undefined;
      return { message: 'the context has a `@base`', pointer: pointerToContext(crate) };
    },
  },
  {
    id: 'base-usable',
    severity: 'error',
    on: 'crate',
    sentence: 'Relative identifiers must resolve against the `@base` of the document.',
    source: 'format 1, rule 5',
    check: noted('base-unusable', (base) => `relative identifiers cannot resolve against the \`@base\` ${base}`),
  },
];

function addressesOf({ document }: CheckedCrate): string[] {
  return [document.writtenContext ?? null].flat().filter((part: JsonValue) => typeof part === 'string');
}

function pointerToContext({ document }: CheckedCrate): string {
  return document.writtenContext === undefined ? '' : '/@context';
}
