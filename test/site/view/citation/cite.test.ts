import { execFileSync, spawnSync } from 'node:child_process';
import process from 'node:process';
import { CITE_FORMATS, citationText } from '../../../../src/site/view/citation/cite.js';
import { citationOf, type CslItem } from '../../../../src/site/view/citation/csl-item.js';
import { personName } from '../../../../src/site/view/citation/person-name.js';
import { openCrateView } from '../../../../src/site/view/open-crate-view.js';
import type { JsonObject } from '../../../../src/crate/json/lazy-document.js';
import { openCrateDocument } from '../../../../src/package/open/open-crate.js';
import { describeWhere } from '../../../helpers/describe-where.js';
import { BUNDLED, crate } from '../../../helpers/read.js';

async function itemOf(root: JsonObject, entities: readonly JsonObject[] = []): Promise<CslItem> {
  const document = crate([...entities], 'https://w3id.org/ro/crate/1.1/context', root);
  const open = await openCrateDocument(document as JsonObject, {
    base: 'https://example.org/crate/',
    contexts: BUNDLED,
  });
  const view = await openCrateView(open);
  return citationOf(view, view.root.name ?? 'folder');
}

function written(name: string, item: CslItem): string {
  return CITE_FORMATS.find((format) => format.name === name)?.write(item) ?? '';
}

const PEOPLE: readonly JsonObject[] = [
  { '@id': '#mirela', '@type': 'Person', name: 'Mirela Osei' },
  { '@id': '#jean', '@type': 'Person', name: 'x', givenName: 'Jean-Luc B', familyName: 'de la Tour' },
  { '@id': '#org', '@type': 'Organization', name: 'Sand and Sea, Inc.' },
  { '@id': '#doi', '@type': 'PropertyValue', propertyID: 'DOI', value: 'https://doi.org/10.5281/zenodo.1234%3C5' },
];
const WHOLE: JsonObject = {
  name: 'Rain & 100 % sun_shine: {a} \\ $b #c ~ ^',
  author: [{ '@id': '#mirela' }, { '@id': '#jean' }, { '@id': '#org' }, 'Team of one'],
  datePublished: '2023-04-12T10:00:00Z',
  publisher: { '@id': '#org' },
  version: '1.2',
  identifier: [{ '@id': '#doi' }],
};

describe('the citation of a crate', () => {
  it('has what the root says, as CSL-JSON', async () => {
    expect(await itemOf(WHOLE, PEOPLE)).toEqual({
      id: '10.5281/zenodo.1234<5',
      type: 'dataset',
      title: WHOLE['name'],
      author: [{ family: 'Osei', given: 'Mirela' }, { family: 'de la Tour', given: 'Jean-Luc B' }, { literal: 'Sand and Sea, Inc.' }, { literal: 'Team of one' }],
      issued: { 'date-parts': [[2023, 4, 12]] },
      publisher: 'Sand and Sea, Inc.',
      version: '1.2',
      DOI: '10.5281/zenodo.1234<5',
      URL: 'https://doi.org/10.5281/zenodo.1234<5',
    }); // prettier-ignore
  });

  it('is a line in the style of APA', async () => {
    const item = await itemOf({ ...WHOLE, name: 'Rain' }, PEOPLE);
    expect(citationText(item)).toBe('Osei, M., de la Tour, J.-L. B., Sand and Sea, Inc., & Team of one. (2023). Rain (Version 1.2) [Data set]. Sand and Sea, Inc. https://doi.org/10.5281/zenodo.1234<5'); // prettier-ignore
    expect(citationText(await itemOf({ name: 'Rain' }))).toBe('Rain [Data set]. (n.d.). https://example.org/crate/');
    const many = Array.from({ length: 30 }, (_, at) => ({ '@id': `#${at}`, '@type': 'Person', name: `Ada Nr${'abcdefghijklmnopqrstuvwxyzABCD'[at]}` })); // prettier-ignore
    const long = citationText(await itemOf({ name: 'R', '@type': ['Dataset', 'SoftwareSourceCode'], author: many.map(({ '@id': id }) => ({ '@id': id })) }, many)); // prettier-ignore
    expect(long).toContain('Nrs, A., … NrD, A. (n.d.). R [Computer software].');
  });

  it('takes what the crate says to cite, then identifiers, and no address of this computer', async () => {
    expect((await itemOf({ 'cite-as': 'https://doi.org/10.1/x', identifier: 'doi:10.1234/b' })).DOI).toBe('10.1234/b');
    expect((await itemOf({ 'cite-as': 'https://doi.org/10.1234/a', identifier: 'doi:10.1234/b' })).DOI).toBe('10.1234/a'); // prettier-ignore
    expect((await itemOf({ identifier: 'https://example.org/id' })).URL).toBe('https://example.org/id');
    expect((await itemOf({ identifier: ['http://localhost:3000/x', 'javascript:x', 'https://a:b@example.org/'] })).URL).toBe('https://example.org/crate/'); // prettier-ignore
  });

  it('divides names of people where it is plain how', () => {
    const names = { 'Ludwig van Beethoven': ['van Beethoven', 'Ludwig'], 'Osei, Mirela': ['Osei', 'Mirela'], 'J. R. R. Tolkien': ['Tolkien', 'J. R. R.'] }; // prettier-ignore
    for (const [name, [family, given]] of Object.entries(names)) expect(personName(name)).toEqual({ family, given });
    for (const name of ['Plato', '王小明', 'A, B, C', 'Team 7 of 9'])
      expect(personName(name)).toEqual({ literal: name });
  });

  it('cannot be left by a text that ends a field', async () => {
    const item = await itemOf({ name: 'a},\n  note = {x}\r\nER  - \nTY  - JOUR', version: '}}\n@article{evil,', author: 'x}\nAU  - Evil' }); // prettier-ignore
    expect(
      written('ris', item)
        .split('\r\n')
        .filter((line) => /^(?:TY|ER|AU) {2}-/.test(line)),
    ).toHaveLength(3);
    const braces = written('bibtex', item).replaceAll(/\\text\w+\{\}/g, '');
    expect(braces.match(/^@/gm)).toHaveLength(1);
    expect([...braces].filter((sign) => sign === '{')).toHaveLength([...braces].filter((sign) => sign === '}').length);
    expect(braces.split('\n').filter((line) => /^ {2}\w+ = /.test(line))).toHaveLength(4);
  });
});

/** A Python with bibtexparser and rispy; `CITATION_PYTHON` names one. */
const PYTHON = process.env['CITATION_PYTHON'] ?? 'python3';
const hasParsers = spawnSync(PYTHON, ['-c', 'import bibtexparser, rispy']).status === 0;

function parsed(program: string, input: string): Record<string, unknown>[] {
  return JSON.parse(execFileSync(PYTHON, ['-c', program], { input, encoding: 'utf8' })) as Record<string, unknown>[];
}

describeWhere(hasParsers, 'parsers of other hands', 'no Python with bibtexparser and rispy', () => {
  const BIBTEX = `
import sys, json, bibtexparser
from bibtexparser.middlewares import LatexDecodingMiddleware, SeparateCoAuthors
library = bibtexparser.parse_string(sys.stdin.read(), append_middleware=[SeparateCoAuthors(), LatexDecodingMiddleware()])
assert not library.failed_blocks
print(json.dumps([{'type': e.entry_type, **{f.key: f.value for f in e.fields}} for e in library.entries]))`;
  const RIS = 'import sys, json, rispy; print(json.dumps(rispy.loads(sys.stdin.read())))';

  it('read the entries back', async () => {
    const item = await itemOf(WHOLE, PEOPLE);
    const [entry] = parsed(BIBTEX, written('bibtex', item));
    expect(entry).toMatchObject({ type: 'misc', year: '2023', version: '1.2', doi: item.DOI, url: item.URL });
    const plain = (text: unknown) => String(text).replaceAll(/[{}]/g, '');
    expect((entry?.['author'] as string[]).map(plain)).toEqual(['Osei, Mirela', 'de la Tour, Jean-Luc B', 'Sand and Sea, Inc.', 'Team of one']); // prettier-ignore
    // This parser takes \textasciicircum for the modifier letter.
    expect(plain(entry?.['title']).replace('ˆ', '^')).toBe(plain(item.title));
    const [record] = parsed(RIS, written('ris', item));
    expect(record).toMatchObject({ type_of_reference: 'DATA', title: item.title, year: '2023', publisher: item.publisher, doi: item.DOI, authors: ['Osei, Mirela', 'de la Tour, Jean-Luc B', 'Sand and Sea, Inc.', 'Team of one'] }); // prettier-ignore
  });
});
