import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFolder, type DescribeOptions } from '../../../src/tasks/author/init-crate.js';
import { licenseOfText } from '../../../src/tasks/author/license-text.js';
import type { JsonObject } from '../../../src/crate/json/value.js';

let home: string;
let count = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'crategraph-facts-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function describing(files: Readonly<Record<string, string>>, options: DescribeOptions = {}) {
  const folder = join(home, String((count += 1)));
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { crate, taken, problems, unsaid } = await describeFolder(folder, options);
  const graph = crate.document()['@graph'] as JsonObject[];
  const entity = (id: string) => graph.find((one) => one['@id'] === id);
  return {
    root: entity('./') ?? {},
    entity,
    problems,
    unsaid,
    taken: taken.map((one) => `${one.property} ${one.file}`),
  };
}

const CFF = `cff-version: 1.2.0
title: Tides at Havneby
abstract: >
  Water levels,
  hourly.
version: 1.10
license: CC-BY-4.0
authors:
  - {given-names: Ingrid, family-names: Holm, orcid: "https://orcid.org/0000-0002-1825-0097", affiliation: Harbour Office}
  - {name: Tide Watchers}
`;
const CODEMETA = JSON.stringify({
  name: 'tides',
  license: 'https://spdx.org/licenses/MIT.html',
  author: [{ '@type': 'Person', givenName: 'Ada', familyName: 'Brook', affiliation: { name: 'Institute' } }],
});

describe('what the files of a folder say', () => {
  it('fills the root, and says where it is from', async () => {
    const { root, entity, taken, problems, unsaid } = await describing({ 'CITATION.cff': CFF });
    expect(root).toMatchObject({
      name: 'Tides at Havneby',
      description: 'Water levels, hourly.',
      version: '1.10',
      license: { '@id': 'https://spdx.org/licenses/CC-BY-4.0' },
      author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }, { '@id': '#Tide-Watchers' }],
    });
    expect(entity('https://orcid.org/0000-0002-1825-0097')).toMatchObject({
      name: 'Ingrid Holm',
      affiliation: { '@id': '#Harbour-Office' },
    });
    expect(entity('#Tide-Watchers')).toMatchObject({ '@type': 'Organization' });
    expect(taken).toEqual(['name', 'description', 'version', 'license', 'authors'].map((one) => `${one} CITATION.cff`));
    expect([problems, unsaid]).toEqual([[], []]);
  });

  it('counts in order, after the options', async () => {
    const files = {
      'codemeta.json': CODEMETA,
      'package.json': '{ "name": "x", "description": "Tools.", "author": "Eve <eve@example.org>" }',
      'pyproject.toml': '[project]\nname = "y"\nversion = "3"\nlicense = { text = "ISC" }\n',
    };
    const { root, taken } = await describing(files, { name: 'Mine' });
    expect(taken).toEqual(['description package.json', 'version pyproject.toml', 'license codemeta.json', 'authors codemeta.json']); // prettier-ignore
    expect(root).toMatchObject({ name: 'Mine', version: '3', author: { '@id': '#Ada-Brook' } });
    const none = await describing({ 'codemeta.json': CODEMETA }, { exclude: ['codemeta.json'] });
    expect(none.taken).toEqual([]);
    const unlisted = await describing({ 'codemeta.json': CODEMETA }, { include: ['*.csv'] });
    expect(unlisted.root).toMatchObject({ name: 'tides' });
  });

  it.each([
    ['package.json', { author: 'Ingrid Holm <i@example.org> (https://orcid.org/0000-0002-1825-0097)' }],
    ['package.json', { author: { name: 'Ingrid Holm', url: 'https://orcid.org/0000-0002-1825-0097' } }],
    [
      'codemeta.json',
      { author: { name: 'Ingrid Holm', '@id': '_:a', identifier: 'https://orcid.org/0000-0002-1825-0097' } },
    ],
  ])('identifies people by the ORCID of %s', async (file, fields) => {
    const { root } = await describing({ [file]: JSON.stringify(fields) });
    expect(root['author']).toEqual({ '@id': 'https://orcid.org/0000-0002-1825-0097' });
  });

  it('takes none of several licences, and says so', async () => {
    const license = ['https://spdx.org/licenses/MIT.html', 'https://spdx.org/licenses/ISC.html'];
    const { root, problems, taken } = await describing({ 'codemeta.json': JSON.stringify({ name: 'tides', license }) });
    expect([root['license'], taken]).toEqual([{ '@id': '#license' }, ['name codemeta.json']]);
    expect(problems.join()).toBe(`codemeta.json names a licence that cannot be used: ${license.join(' and ')} is neither an IRI nor an SPDX licence identifier`); // prettier-ignore
  });

  it('of Poetry and npm has no addresses', async () => {
    const poetry = '[tool.poetry]\nname = "z"\nauthors = ["Ada Brook <ada@example.org>"]\nlicense = "GPL-2.0+"';
    const { root } = await describing({ 'pyproject.toml': poetry });
    expect(root).toMatchObject({
      author: { '@id': '#Ada-Brook' },
      license: { '@id': 'https://spdx.org/licenses/GPL-2.0-or-later' },
    });
  });

  it.each([
    [
      'CITATION.cff',
      'title: [a\nb: {',
      /^CITATION\.cff is malformed and was not used: not YAML: .* at line 2, column \d+$/,
    ],
    ['CITATION.cff', 'title: a\ntitle: b', /^CITATION\.cff is malformed/],
    ['codemeta.json', '{\n"a": }', /^codemeta\.json is malformed and was not used: not JSON: .* at line 2, column 6$/],
    [
      'pyproject.toml',
      'a = 1\n[project',
      /^pyproject\.toml is malformed and was not used: not TOML: .* at line 2, column \d+$/,
    ],
    ['package.json', '{"license": "SEE LICENSE IN x"}', /^package\.json names a licence that cannot be used: SEE/],
    ['package.json', `{"description": "${'x'.repeat(1_000_000)}"}`, /^package\.json is larger than 1000000 bytes/],
    ['LICENSE', 'Ask Ada.', /^LICENSE is no text of a licence/],
    ['CITATION.cff', 'authors: [{name: A, orcid: 0000-0002-1825-0098}]', /^A has no identifier, .* check digit/],
    ['CITATION.cff', 'authors: [{alias: A, orcid: 0000-0002-1825-0097}, {alias: B, orcid: 0000-0002-1825-0097}]', /^the author B was not added/], // prettier-ignore
  ])('is a warning if %s is %s', async (file, text, problem) => {
    const { problems } = await describing({ [file]: text });
    expect(problems).toEqual([expect.stringMatching(problem)]);
  });

  it.each(['null', '[]', '1', '"x"', '{"author": [null, 1, {"name": []}], "license": [[]], "name": {"a": 1}}'])(
    'is nothing if it is %s',
    async (text) => {
      const names = ['CITATION.cff', 'codemeta.json', 'package.json'];
      const { taken, problems } = await describing(Object.fromEntries(names.map((name) => [name, text])));
      expect([taken, problems]).toEqual([[], []]);
    },
  );
});

const MIT = `Copyright (c) 2026 Ada Brook

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including ... The above copyright notice and this
permission notice shall be included in all copies. THE SOFTWARE IS PROVIDED “AS IS”, WITHOUT WARRANTY.`;
const BSD = `Redistribution and use in source and binary forms, with or without
 * modification, are permitted provided that the following conditions are met: ... THIS SOFTWARE IS PROVIDED BY ME "AS IS"`;

describe('the text of a licence', () => {
  it.each([
    [MIT, 'MIT'],
    [`# MIT License\r\n${MIT.replaceAll('\n', '\r\n  ')}`, 'MIT'],
    [BSD, 'BSD-2-Clause'],
    [`${BSD} Names may not be used to endorse or promote products derived from this software.`, 'BSD-3-Clause'],
    [`${BSD} All advertising materials to endorse or promote products derived from this software`, undefined],
    [`${MIT}\n${BSD}`, undefined],
    ['This project is licensed under the MIT License.', undefined],
    ['', undefined],
  ])('%j is recognised', (text, license) => {
    expect(licenseOfText(text)).toBe(license);
  });

  it('counts before what other files say, unless there are two', async () => {
    const one = await describing({ 'LICENSE.md': MIT, 'CITATION.cff': CFF });
    expect(one.taken).toContain('license LICENSE.md');
    const two = await describing({ 'LICENSE-MIT': MIT, 'LICENSE-BSD': BSD });
    expect(two.problems).toEqual(['LICENSE-BSD is BSD-2-Clause, LICENSE-MIT is MIT: choose a licence']);
    expect(two.unsaid).toContain('license');
    const gpl = 'GNU GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007\nEveryone is permitted to copy and distribute verbatim copies of this license document'; // prettier-ignore
    const later = await describing({ COPYING: gpl, 'package.json': '{"license": "GPL-3.0-or-later"}' });
    expect(later.root).toMatchObject({ license: { '@id': 'https://spdx.org/licenses/GPL-3.0-or-later' } });
    expect((await describing({ COPYING: gpl })).root).toMatchObject({ license: { '@id': 'https://spdx.org/licenses/GPL-3.0-only' } }); // prettier-ignore
  });
});
