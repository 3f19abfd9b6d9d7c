import { CrateError } from '../../../../src/base/errors.js';
import { noteOf, type WarningKind } from '../../../../src/crate/read/report.js';
import type { RuleCase } from '../helpers/rule-case.js';

/** A case of what opening a package has noted. */
function warned(rule: string, kind: WarningKind, detail: string): RuleCase {
  return {
    rule,
    name: `a package with the warning ${kind}`,
    breaks: (draft) => (draft.notes = [noteOf({ kind, detail })]),
    keeps: () => undefined,
  };
}

const [CSV, JPG] = ['levels.csv', 'photos/pier.jpg'];

export const PACKAGE_CASES: readonly RuleCase[] = [
  {
    rule: 'package-intact',
    name: 'an archive that is cut off',
    breaks: (draft) => (draft.archive = new TextEncoder().encode('PK\u0003\u0004 and no more')),
    keeps: (draft) => (draft.files = {}),
  },
  {
    rule: 'file-exists',
    name: 'a file that is not there',
    breaks: (draft) => {
      draft.files = {};
      const { '@type': type, name, description, encodingFormat } = draft.entity(CSV);
      draft.add(
        { '@id': 'more.csv', '@type': type, name, description, encodingFormat, contentSize: '1' } as never,
        'hasPart',
      );
    },
    entity: 'more.csv',
    pointer: '/@graph/9',
    keeps: (draft) => (draft.files = {}),
  },
  {
    rule: 'file-as-described',
    name: 'a file of another size',
    breaks: (draft) => (draft.files = { [CSV]: 'time,level\n' }),
    entity: CSV,
    pointer: '/@graph/6',
    keeps: (draft) => (draft.files = {}),
  },
  {
    rule: 'file-spelling',
    name: 'a name in another case',
    breaks: (draft) => {
      draft.files = {};
      draft.entity(CSV)['@id'] = 'Levels.csv';
      draft.entity('./')['hasPart'] = [{ '@id': 'Levels.csv' }, { '@id': 'photos/' }];
    },
    entity: 'Levels.csv',
    keeps: (draft) => (draft.files = {}),
  },
  {
    rule: 'file-escaped',
    name: 'a file with # in its name',
    breaks: (draft) => {
      draft.files = { 'levels#1.csv': '0'.repeat(5120) };
      draft.entity(CSV)['@id'] = 'levels#1.csv';
      draft.entity('./')['hasPart'] = [{ '@id': 'levels#1.csv' }, { '@id': 'photos/' }];
    },
    entity: 'levels#1.csv',
    also: ['file-described'], // levels.csv of the sample
    keeps: (draft) => {
      draft.files = { 'levels#1.csv': '0'.repeat(5120) };
      draft.entity(CSV)['@id'] = 'levels%231.csv';
      draft.entity('./')['hasPart'] = [{ '@id': 'levels%231.csv' }, { '@id': 'photos/' }];
    },
  },
  {
    rule: 'file-portable',
    name: 'a name that Windows forbids',
    breaks: (draft) => (draft.files = { 'photos/why?.jpg': 'a picture' }),
    entity: 'photos/why?.jpg',
    keeps: (draft) => (draft.files = { 'photos/why.jpg': 'a picture' }),
  },
  {
    rule: 'file-described',
    name: 'a file without a description',
    breaks: (draft) => (draft.files = { 'notes.txt': 'of each visit' }),
    entity: 'notes.txt',
    keeps: (draft) => (draft.files = { [JPG]: 'another picture', 'ro-crate-preview.html': '<!doctype html>' }),
  },
  {
    rule: 'file-safe',
    name: 'a folder with a name that leaves the package',
    breaks: (draft) => {
      draft.files = {};
      draft.entity(CSV)['@id'] = '../levels.csv';
      draft.entity('./')['hasPart'] = [{ '@id': '../levels.csv' }, { '@id': 'photos/' }];
    },
    entity: '../levels.csv',
    also: ['id-inside-root', 'file-described'],
    keeps: (draft) => (draft.files = {}),
  },
  {
    rule: 'package-bag-files',
    name: 'a bag with a file that its manifest lacks',
    breaks: (draft) => {
      const message = 'bag: data/extra.csv is not in manifest-sha512.txt';
      draft.facts = { bagFaults: [new CrateError('ERR_BAG_INVALID', message)] };
    },
    entity: undefined,
    keeps: (draft) => (draft.facts = { bagFaults: [] }),
  },
  warned('package-nested', 'nested-crate', 'photos/ro-crate-metadata.json'),
  warned('package-entries', 'entry-unsafe', '../passwd leaves the package'),
  warned('package-bag', 'bag-odd', 'bag-info.txt: line 3 has no label'),
  warned('package-payload', 'payload-unchecked', 'only the metadata file was checked against the manifest of the bag'),
  warned('package-address', 'found-beside', 'https://coast.example/ro-crate-metadata.json'),
  warned('package-redirect', 'insecure-redirect', 'a redirect leads from https to http'),
];
