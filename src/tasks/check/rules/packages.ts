import type { Rule } from '../rule.js';
import { noted } from './reading.js';

/** What opening a package warns of, as rules. */
export const PACKAGE_RULES: readonly Rule[] = [
  {
    id: 'package-entries',
    severity: 'warning',
    on: 'crate',
    sentence: 'All entries of the archive should be safe to unpack.',
    source: 'format 1, package kinds',
    check: (crate) => {
      const refused = new Set((crate.files ?? []).filter(({ status }) => status === 'refused').map(({ path }) => path));
      const isOther = (detail: string) =>
        ![...refused].some((path) => path !== undefined && detail.startsWith(`${path} `));
      return noted('entry-unsafe', (detail) => `the entry ${detail}`, isOther)(crate);
    },
  },
  {
    id: 'package-bag-files',
    severity: 'error',
    on: 'crate',
    sentence: 'The files of a bag must be those of its manifest, with their checksums.',
    source: 'BagIt 1.0 (RFC 8493)',
    check: (crate) => crate.bagFaults.map(({ message }) => ({ message: `bag: ${message.replace(/^.*?: /s, '')}` })),
  },
  {
    id: 'package-bag',
    severity: 'warning',
    on: 'crate',
    sentence: 'The tag files of a bag should conform to BagIt.',
    source: 'BagIt 1.0 (RFC 8493)',
    check: noted('bag-odd', (detail) => `a tag file of the bag does not conform to BagIt: ${detail}`),
  },
  {
    id: 'package-payload',
    severity: 'note',
    on: 'crate',
    sentence: 'A bag can only be compared with its manifest where its files are at hand.',
    source: 'BagIt 1.0 (RFC 8493)',
    check: noted('payload-unchecked', (detail) => `not compared: ${detail}`),
  },
  {
    id: 'package-nested',
    severity: 'note',
    on: 'crate',
    sentence: 'Crates inside of the package, with metadata files of their own, are not checked.',
    source: 'RO-Crate 1.2 and 1.3, Data Entities',
    check: noted(
      'nested-crate',
      (path) => `${path} is the metadata of a crate inside of this one, which is not checked`,
    ),
  },
  {
    id: 'package-address',
    severity: 'note',
    on: 'crate',
    sentence: 'A crate may be found next to its address.',
    source: 'format 4',
    check: noted('found-beside', (url) => `the address is not a crate; ${url} next to it is`),
  },
  {
    id: 'package-redirect',
    severity: 'warning',
    on: 'crate',
    sentence: 'No redirect should lead from https to http.',
    source: 'format 1, rule 5',
    check: noted('insecure-redirect', (detail) => detail),
  },
];
