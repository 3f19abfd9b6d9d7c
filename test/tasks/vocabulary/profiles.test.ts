import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCrate } from '../../../src/tasks/check/check-crate.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { compareProfiles } from '../../../src/tasks/vocabulary/compare-profiles.js';
import { extractProfile } from '../../../src/tasks/vocabulary/extract-profile.js';
import { listTerms } from '../../../src/tasks/vocabulary/list-terms.js';
import { readProfile } from '../../../src/tasks/vocabulary/read-profile.js';
import { gaugeCrate, OWN } from '../../helpers/gauge-crate.js';

let top: string;

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'crategraph-profiles-'));
});

afterAll(() => rm(top, { recursive: true }));

const freshFolder = (name: string) => mkdtemp(join(top, `${name}-`));

const PERMALINK = 'https://w3id.org/coast/tides';
const options = { contexts: openContexts({ offline: true }), permalink: PERMALINK, date: '2026-03-01' };

async function twoCrates(): Promise<string[]> {
  const folder = await freshFolder('profiles');
  const crates = ['havneby', 'esbjerg'].map((name) => join(folder, name));
  for (const crate of crates) {
    await mkdir(crate);
    await writeFile(join(crate, 'ro-crate-metadata.json'), gaugeCrate(crate.slice(-7)));
  }
  return crates;
}

/** A crate as those of {@link twoCrates}, with another text. */
async function changedCrate(name: string, change: (text: string) => string): Promise<string> {
  const crate = join(await freshFolder('changed'), name);
  await mkdir(crate);
  await writeFile(join(crate, 'ro-crate-metadata.json'), change(gaugeCrate(name)));
  return crate;
}

async function written(files: readonly { path: string; text: string }[]): Promise<string> {
  const folder = await freshFolder('profile');
  for (const { path, text } of files) await writeFile(join(folder, path), text);
  return folder;
}

async function triples(text: Uint8Array | string, folders: readonly string[] = []): Promise<string[]> {
  const contexts = openContexts({ offline: true, folders });
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const document = await openCrateDocument(bytes, { contexts, base: 'https://coast.example/crate/' });
  let all = '';
  for await (const chunk of document.nquads()) all += chunk;
  return all
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

describe('extractProfile', () => {
  it('makes a profile that the check finds in order, of what the crates share', async () => {
    const { terms, files, different } = await extractProfile(await twoCrates(), options);
    expect(terms).toEqual([
      { name: 'tideDatum', from: `${OWN}tideDatum`, to: `${PERMALINK}#tideDatum`, crates: 2 },
      { name: 'TideGauge', from: `${OWN}TideGauge`, to: `${PERMALINK}#TideGauge`, crates: 2 },
    ]);
    expect(different).toEqual(['place']);
    const folder = await written(files);
    const { findings } = await checkCrate(folder, { contexts: options.contexts });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(await readProfile(folder, options)).toEqual(new Set([`${PERMALINK}#tideDatum`, `${PERMALINK}#TideGauge`]));
  });

  it('lets the crates use it: their graphs differ only in what moved', async () => {
    const crates = await twoCrates();
    const { files, crates: changed } = await extractProfile(crates, options);
    const folder = await written(files);
    expect(changed.map(({ replaces, terms }) => [replaces?.path, terms])).toEqual(
      crates.map((crate) => [join(crate, 'ro-crate-metadata.json'), ['tideDatum', 'TideGauge']]),
    );
    const before = await readFile(join(crates[0] as string, 'ro-crate-metadata.json'), 'utf8');
    const after = Buffer.concat([...(changed[0]?.chunks ?? [])]).toString();
    expect(JSON.parse(after)['@context']).toEqual([
      'https://w3id.org/ro/crate/1.2/context',
      `${PERMALINK}/context.jsonld`,
      { place: `${OWN}havneby` },
    ]);
    expect(JSON.parse(after)['@graph'][1]).toMatchObject({ conformsTo: { '@id': PERMALINK }, tideDatum: 'DVR90' });
    const moved = (line: string) =>
      line.replaceAll(`<${OWN}tideDatum>`, `<${PERMALINK}#tideDatum>`).replaceAll(`<${OWN}TideGauge>`, `<${PERMALINK}#TideGauge>`); // prettier-ignore
    const isDefinition = (line: string) => line.startsWith(`<${PERMALINK}#`);
    const expected = (await triples(before)).map(moved).filter((line) => !isDefinition(line));
    const isNew = (line: string) => line.startsWith(`<${PERMALINK}>`) || line.includes(`conformsTo> <${PERMALINK}>`);
    expect((await triples(after, [folder])).filter((line) => !isNew(line))).toEqual(expected.sort());
    const contexts = openContexts({ offline: true, folders: [folder] });
    const { findings } = await checkCrate(new TextEncoder().encode(after), { contexts });
    expect(findings.filter(({ rule, severity }) => severity === 'error' || /^(?:term|profile)-/.test(rule))).toEqual(
      [],
    );
    const own = await listTerms(new TextEncoder().encode(after), { contexts });
    expect(own.map(({ name, origin }) => [name, origin])).toEqual(
      expect.arrayContaining([
        ['TideGauge', 'profile'],
        ['tideDatum', 'profile'],
        ['place', 'local'],
      ]),
    );
  });

  it('keeps all text that does not change', async () => {
    const crates = await twoCrates();
    const { crates: changed } = await extractProfile(crates, options);
    const before = (await readFile(join(crates[0] as string, 'ro-crate-metadata.json'), 'utf8')).split('\n');
    const after = new Set(Buffer.concat([...(changed[0]?.chunks ?? [])]).toString().split('\n').map((line) => line.replace(/,$/, ''))); // prettier-ignore
    const gone = before.map((line) => line.replace(/,$/, '')).filter((line) => !after.has(line));
    expect(gone.filter((line) => !/tideDatum|TideGauge|Zero|measures|rdfs:Class/.test(line))).toEqual([]);
  });

  it('keeps the old IRI of each term findable', async () => {
    const { files } = await extractProfile(await twoCrates(), options);
    const graph = await triples(files[0]?.text ?? '');
    for (const name of ['tideDatum', 'TideGauge'])
      expect(graph).toContain(`<${PERMALINK}#${name}> <http://schema.org/sameAs> <${OWN}${name}> .`);
  });

  it('names the crates that define a term otherwise', async () => {
    const [first = '', second = ''] = await twoCrates();
    const third = await changedCrate('ribe', (text) =>
      text.replace('Zero of the levels', 'The lowest tide').replace('"rdfs:Class"', '"rdf:Property"'),
    );
    const { near, crates } = await extractProfile([first, second, third], options);
    const miss = { crates: [third], reason: 'differs', like: first };
    expect(near).toEqual([
      { ...miss, name: 'tideDatum', iri: `${OWN}tideDatum`, differs: ['description'] },
      { ...miss, name: 'TideGauge', iri: `${OWN}TideGauge`, differs: ['@type'] },
    ]);
    expect(crates.map(({ crate }) => crate)).toEqual([first, second]);
    const renamed = await changedCrate('varde', (text) => text.replaceAll('"tideDatum":', '"zeroLevel":'));
    const { near: named } = await extractProfile([first, second, renamed], options);
    expect(named).toMatchObject([{ name: 'zeroLevel', crates: [renamed], differs: ['@context'] }]);
    await expect(extractProfile([first, third], options)).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: expect.stringContaining('near misses: tideDatum, TideGauge'),
    });
  });

  it('defines what nobody defines when asked', async () => {
    const undefinedThere = (text: string) => {
      const document = JSON.parse(text);
      document['@graph'] = document['@graph'].filter((one: { '@id': string }) => !one['@id'].startsWith(OWN));
      return JSON.stringify(document, null, 2);
    };
    const crates = [await changedCrate('ribe', undefinedThere), await changedCrate('varde', undefinedThere)];
    await expect(extractProfile(crates, options)).rejects.toMatchObject({ hint: expect.stringContaining('--define') });
    const defined = await extractProfile(crates, { ...options, define: true });
    expect(defined.terms.map(({ name, isNew, crates: count }) => [name, isNew, count]).sort()).toEqual([
      ['TideGauge', true, 2],
      ['tideDatum', true, 2],
    ]);
    const graph = JSON.parse(defined.files[0]?.text ?? '')['@graph'];
    const sameAs = (name: string) => ({ '@id': `${PERMALINK}#${name}`, sameAs: { '@id': OWN + name } });
    expect(graph).toContainEqual({ ...sameAs('tideDatum'), '@type': 'rdf:Property', name: 'tide datum' });
    expect(graph).toContainEqual({ ...sameAs('TideGauge'), '@type': 'rdfs:Class', name: 'Tide gauge' });
    const folder = await written(defined.files);
    expect((await checkCrate(folder, options)).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const after = Buffer.concat([...(defined.crates[0]?.chunks ?? [])]);
    const contexts = openContexts({ offline: true, folders: [folder] });
    const terms = await listTerms(new Uint8Array(after), { contexts });
    expect(terms.find(({ name }) => name === 'tideDatum')).toMatchObject({ iri: `${PERMALINK}#tideDatum`, origin: 'profile' }); // prettier-ignore

    // A crate with the definition of its own gives it to the one that only names the term.
    const [definer = ''] = await twoCrates();
    const mixed = await extractProfile([definer, crates[0] as string], { ...options, define: true });
    expect(mixed.terms).toMatchObject([{ name: 'tideDatum', crates: 2 }, { name: 'TideGauge' }]);
    expect(mixed.terms.filter(({ isNew }) => isNew)).toEqual([]);
    expect(mixed.files[0]?.text).toContain('Zero of the levels');
    await expect(extractProfile([definer, crates[0] as string], options)).rejects.toMatchObject({
      details: { near: expect.arrayContaining([expect.objectContaining({ reason: 'undefined', like: definer })]) },
    });
  });

  it('leaves a crate alone that shares nothing, and refuses when none do', async () => {
    const [first = '', second = ''] = await twoCrates();
    const { crates } = await extractProfile([first, second, 'data/crates/rainfall-survey'], { ...options, license: 'https://spdx.org/licenses/CC0-1.0' }); // prettier-ignore
    expect(crates).toHaveLength(2);
    const none = extractProfile([first, 'data/crates/rainfall-survey'], options);
    await expect(none).rejects.toMatchObject({ code: 'ERR_USAGE', message: expect.stringContaining('no two') });
    await expect(extractProfile([first, second], { ...options, permalink: 'tides' })).rejects.toMatchObject({ code: 'ERR_USAGE' }); // prettier-ignore
    await expect(extractProfile([first, '-'], options)).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });
});

describe('compareProfiles', () => {
  it('names the crates that still use a term that is gone', async () => {
    const crates = await twoCrates();
    const { files, crates: changed } = await extractProfile(crates, options);
    const older = await written(files);
    const newer = await freshFolder('newer');
    await cp(older, newer, { recursive: true });
    for (const name of ['ro-crate-metadata.json', 'context.jsonld']) {
      const text = await readFile(join(newer, name), 'utf8');
      await writeFile(join(newer, name), text.replaceAll('tideDatum', 'zeroLevel'));
    }
    for (const { replaces, chunks } of changed) await writeFile(replaces?.path ?? '', Buffer.concat([...chunks]));
    const contexts = openContexts({ offline: true, folders: [older] });
    expect(await compareProfiles(older, newer, crates, { contexts })).toEqual({
      added: [`${PERMALINK}#zeroLevel`],
      removed: [`${PERMALINK}#tideDatum`],
      lost: crates.map((crate) => ({ crate, name: 'tideDatum', iri: `${PERMALINK}#tideDatum`, uses: 1 })),
    });
    // With the newer context the crates have a term that nothing defines.
    const { findings } = await checkCrate(crates[0] as string, { contexts: openContexts({ offline: true, folders: [newer] }) }); // prettier-ignore
    expect(findings.map(({ rule, message }) => [rule, message])).toContainEqual(['property-defined', expect.stringContaining('tideDatum')]); // prettier-ignore
  });
});
