import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PAGES } from './commands.js';
import { freshFolder } from '../cli/helpers/run.js';

/** What library-page.test.ts runs, in a crate with files. */
const ELSEWHERE = /^## Edit a crate\n.*?(?=^## )/ms;

const snippets = PAGES.flatMap((page) => {
  const text = readFileSync(page, 'utf8').replace(ELSEWHERE, '');
  return [...text.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => [page, code] as const);
});

/** Runs the programs of the documents as a reader would, and compares their output. */
describe('the programs of the documents', () => {
  it('exist', () => expect(snippets.length).toBeGreaterThan(1));

  it.each(snippets)('of %s run: %s', async (_page, code) => {
    const folder = await freshFolder('readme');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('.'), join(folder, 'node_modules', 'crategraph'));
    cpSync('data/crates/coastal-atlas', join(folder, 'my-crate'), { recursive: true });
    cpSync('data/crates', join(folder, 'crates'), { recursive: true });
    writeFileSync(join(folder, 'program.mjs'), code);
    const env = { ...process.env, CRATEGRAPH_CACHE: join(folder, 'cache') };
    expect(execFileSync('node', ['program.mjs'], { cwd: folder, encoding: 'utf8', env })).toMatch(/Coastal atlas/);
  });
});
