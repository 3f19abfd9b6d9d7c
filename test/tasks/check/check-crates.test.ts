import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { checkCrate, checkCrates, loadCrates, openStore, sarifLog, type NamedResult } from '../../../src/index.js';
import { bagFiles, scratch, writeTree, zipOf } from '../../package/helpers/crate-forms.js';
import { serve } from '../../package/helpers/server.js';
import { documentText, sampleCrate, SAMPLE_FILES, type Change } from './helpers/sample-crate.js';

const NAMELESS: Change = ({ entity }) => delete entity('./')['name'];

function documentOf(change: Change = () => undefined): string {
  const draft = sampleCrate();
  change(draft);
  return documentText(draft) as string;
}

const crateFiles = (change?: Change) => ({ ...SAMPLE_FILES, 'ro-crate-metadata.json': documentOf(change) });

async function resultsOf(crates: string[], options: Partial<Parameters<typeof checkCrates>[1]> = {}) {
  const store = () => openStore('memory:');
  const results = [];
  for await (const result of checkCrates(crates, { store, ...options })) results.push(result);
  return results;
}

const rulesOf = (result: object) =>
  'findings' in result ? (result as NamedResult).findings.map(({ rule }) => rule) : result;

describe('a crate is checked', () => {
  it('as a folder, with its files', async () => {
    const folder = await writeTree(await scratch(), { ...crateFiles(), 'levels.csv': '' });
    const result = await checkCrate(folder);
    expect(result).toMatchObject({ complete: true, files: true, kind: 'attached', version: '1.2' });
    expect(rulesOf(result)).toEqual(['file-as-described']);
    expect(rulesOf(await checkCrate(folder, { files: false }))).toEqual([]);
  });

  it('as a ZIP, a bag, a document, a stream of text and an address', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'a.zip'), zipOf(crateFiles(NAMELESS)));
    await writeTree(join(folder, 'bag'), bagFiles(crateFiles(NAMELESS)));
    const text = documentOf(NAMELESS);
    const { url } = await serve((_, response) => response.end(text));
    const found = [
      await checkCrate(join(folder, 'a.zip')),
      await checkCrate(join(folder, 'bag')),
      await checkCrate(JSON.parse(text) as never),
      await checkCrate(Readable.from([text])),
      await checkCrate(`${url}/ro-crate-metadata.json`),
    ];
    expect(found.map(rulesOf)).toEqual(found.map(() => ['root-name']));
    expect(found.map(({ files }) => files)).toEqual([true, true, false, false, false]);
  });

  it('as a damaged bag: what is wrong with the bag, and all rules', async () => {
    const { 'data/photos/pier.jpg': _, ...files } = bagFiles(crateFiles(NAMELESS));
    const damaged = { ...files, 'data/levels.csv': 'x'.repeat(5120), 'data/more.csv': '' };
    const folder = await writeTree(await scratch(), damaged);
    const archive = join(await scratch(), 'bag.zip');
    await writeFile(archive, zipOf(damaged, 'bag/'));
    for (const bag of [folder, archive]) {
      const { findings, complete } = await checkCrate(bag, { checksums: true });
      expect(complete).toBe(true);
      const ofBag = findings.filter(({ rule }) => rule === 'package-bag-files').map(({ message }) => message);
      expect(ofBag.sort()).toEqual([
        'bag: data/levels.csv does not match its sha256 checksum',
        'bag: data/more.csv is not in manifest-sha256.txt',
        'bag: data/photos/pier.jpg is in manifest-sha256.txt but not in the bag',
      ]);
      expect(rulesOf({ findings })).toEqual(expect.arrayContaining(['root-name', 'file-exists', 'file-described']));
    }
    const { 'manifest-sha256.txt': _list, ...unlisted } = bagFiles(crateFiles(NAMELESS));
    const { findings } = await checkCrate(await writeTree(await scratch(), unlisted));
    expect(findings.map(({ message }) => message)).toContain(
      'bag: the bag has no payload manifest (manifest-<algorithm>.txt)',
    );
    expect(rulesOf({ findings })).toContain('root-name');
  });

  it('below `data/` of a damaged bag, if the path says so, and as a bag in a tree', async () => {
    const tree = await writeTree(join(await scratch(), 'tree', 'bag'), {
      ...bagFiles(crateFiles(NAMELESS)),
      'data/more.csv': '',
    });
    for (const path of ['data', 'data/ro-crate-metadata.json']) {
      const [result] = await resultsOf([join(tree, path)]);
      expect(rulesOf(result as object)).toEqual(['root-name', 'file-described', 'package-payload']);
    }
    const [found] = await resultsOf([join(tree, '..')]);
    expect(rulesOf(found as object)).toEqual(['root-name', 'file-described', 'package-bag-files']);
    expect(found).toMatchObject({ document: join(tree, 'data/ro-crate-metadata.json') });
  });

  it('as Attached by its package, whatever its root is called', async () => {
    const named: Change = ({ entity }) => {
      entity('./')['@id'] = 'https://doi.example/10.1234/levels';
      entity('ro-crate-metadata.json')['about'] = { '@id': 'https://doi.example/10.1234/levels' };
    };
    const { 'photos/pier.jpg': _, ...files } = crateFiles(named);
    const folder = await writeTree(await scratch(), files);
    const result = await checkCrate(folder);
    expect([result.kind, rulesOf(result)]).toEqual(['attached', ['file-exists']]);
    const detached = await checkCrate(folder, { packages: { kind: 'detached' } });
    expect(detached).toMatchObject({ kind: 'detached', files: false });
    expect(rulesOf(detached)).toEqual(expect.arrayContaining(['data-absolute', 'document-prefix']));
    const store = await openStore('memory:');
    await loadCrates(store, [folder]);
    for await (const stored of checkCrates([], { store: async () => store }))
      expect([stored, rulesOf(stored)]).toEqual([expect.objectContaining({ kind: 'attached' }), []]);
  });

  it('in a store, as its graph is now, and all crates of a store', async () => {
    const folder = await scratch();
    await writeTree(join(folder, 'good'), crateFiles());
    await writeTree(join(folder, 'bad'), crateFiles(NAMELESS));
    const store = await openStore('memory:');
    await loadCrates(store, [join(folder, 'good')], { base: 'https://crates.example/good/' });
    await loadCrates(store, [join(folder, 'bad')], { base: 'https://crates.example/bad/' });
    const open = { store: () => Promise.resolve(store) };
    const all = await resultsOf([], open);
    expect(all.map((one) => [one.crate, rulesOf(one)])).toEqual([
      ['https://crates.example/good/', []],
      ['https://crates.example/bad/', ['root-name']],
    ]);
    const [one] = (await resultsOf(['https://crates.example/bad/'], open)) as NamedResult[];
    expect(one?.findings[0]).toMatchObject({ entity: './', pointer: '/@graph/1' });
    await store.close();
  });
});

describe('several crates', () => {
  it('of a folder tree are checked one by one; one that cannot be opened does not end the others', async () => {
    const folder = await scratch();
    await writeTree(join(folder, 'b'), crateFiles(NAMELESS));
    await writeTree(join(folder, 'a'), { 'ro-crate-metadata.json': '{' });
    await mkdir(join(folder, 'none'));
    const results = await resultsOf([join(folder, 'nothing'), folder]);
    expect(results.map(({ crate }) => crate)).toEqual([
      join(folder, 'nothing'),
      join(folder, 'a', 'ro-crate-metadata.json'),
      join(folder, 'b', 'ro-crate-metadata.json'),
    ]);
    expect(results[0]).toMatchObject({ error: { code: 'ERR_NOT_FOUND' } });
    expect(results.slice(1).map(rulesOf)).toEqual([['document-json'], ['root-name']]);
  });

  it('or none: the only argument that names no crate is an error', async () => {
    await expect(resultsOf([join(await scratch(), 'nothing')])).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  });
});

it('a document that cannot be read is a finding with its place, and the check is not complete', async () => {
  const folder = await writeTree(await scratch(), { 'ro-crate-metadata.json': '{\n  "@graph": [,]\n}' });
  const result = await checkCrate(folder);
  expect(result).toMatchObject({ complete: false, findings: [{ rule: 'document-json', severity: 'error', line: 2 }] });
});

it('a SARIF log names each rule once, and each finding with level, message, line and entity', async () => {
  const folder = await writeTree(join(await scratch(), 'a crate'), crateFiles(NAMELESS));
  const [result] = (await resultsOf([folder])) as [NamedResult];
  const { runs } = sarifLog([result], '1.2.3') as { runs: Record<string, never>[] };
  const { tool, results } = runs[0] as unknown as {
    tool: { driver: { rules: { id: string }[]; semanticVersion: string } };
    results: { ruleId: string; ruleIndex: number }[];
  };
  const ids = tool.driver.rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(tool.driver.semanticVersion).toBe('1.2.3');
  expect(results.map(({ ruleId, ruleIndex }) => [ruleId, ids[ruleIndex]])).toEqual([['root-name', 'root-name']]);
  expect(results[0]).toMatchObject({
    level: 'error',
    message: { text: './ has no name' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: expect.stringMatching(/a%20crate\/ro-crate-metadata\.json$/) },
          region: { startLine: 1, startColumn: expect.any(Number) },
        },
        logicalLocations: [{ name: './', fullyQualifiedName: './ /@graph/1' }],
      },
    ],
  });
  expect(await readFile(join(folder, 'ro-crate-metadata.json'), 'utf8')).toBe(documentOf(NAMELESS)); // unchanged
});
