import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freshFolder } from '../cli/helpers/run.js';

const [, section = ''] = /^## Edit a crate\n(.*?)^## /ms.exec(readFileSync('docs/library.md', 'utf8')) ?? [];
const [edit = '', begin = '', ...more] = [...section.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

/** Runs the programs that edit crates as a user would, in a folder with a crate; readme-snippets.test.ts runs the others. */
describe('the page of the library', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await freshFolder('library-page');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('.'), join(folder, 'node_modules', 'crategraph'));
    cpSync('data/crates/rainfall-survey', join(folder, 'my-crate'), { recursive: true });
  });

  it('has no further program that edits', () => expect(more).toEqual([]));

  it('edits a crate, and the rest of the file keeps its text', () => {
    const file = join(folder, 'my-crate/ro-crate-metadata.json');
    const before = readFileSync(file, 'utf8');
    expect(run(edit)).toContain('data/daily%20rainfall.csv 5454\n');
    const after = readFileSync(file, 'utf8');
    const kept = new Set(linesOf(after));
    expect(linesOf(before).filter((line) => !kept.has(line))).toEqual([
      '"name": "Tarn Valley rainfall survey, winter 2023"',
      '"@id": "data/stations.csv"',
      '"@id": "data/stations.csv"',
      '"name": "Stations"',
      '"description": "Position, elevation and gauge of each station."',
      '"contentSize": "181"',
      '"hasPart": {', // of the folder notes/, which gets a second file
    ]);
    const root = entitiesIn(after).find((entity) => entity['@id'] === './');
    expect(root?.['author']).toHaveLength(4);
    expect(after).toContain('"How the gauges are read."');
  });

  it('begins a crate', () => {
    run(begin);
    const ids = entitiesIn(readFileSync(join(folder, 'tide-gauge/ro-crate-metadata.json'), 'utf8')).map(
      (entity) => entity['@id'],
    );
    expect(ids).toEqual(['ro-crate-metadata.json', './', 'levels.csv', 'https://orcid.org/0000-0002-1825-0097']);
  });

  function run(code: string): string {
    writeFileSync(join(folder, 'page.mjs'), code);
    return execFileSync('node', ['page.mjs'], { cwd: folder, encoding: 'utf8' });
  }
});

function entitiesIn(text: string): Record<string, unknown>[] {
  return (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'];
}

/** Lines without the commas and indents that change with what comes after or around them. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim().replace(/,$/, ''));
}
