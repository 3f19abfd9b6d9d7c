import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freshFolder } from '../cli/helpers/run.js';

const snippets = [...readFileSync('README.md', 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

/** Runs the programs of the README as a reader would, and compares their output. */
describe('the programs of the README', () => {
  it('exist', () => expect(snippets.length).toBeGreaterThan(1));

  it.each(snippets)('run: %s', async (code) => {
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
