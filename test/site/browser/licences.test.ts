import { readFile } from 'node:fs/promises';
import { startServer } from '../../helpers/server.js';

const FOLDER = new URL('../../../dist/assets/', import.meta.url);

describe('the scripts of the website', () => {
  it('come with the licences of all code in them', async () => {
    const { address } = await startServer();
    const answer = await fetch(`${address}assets/licences.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const notices = (await answer.text()).split(/^-+$/m).map((notice) => notice.trim());
    const names = notices.map((notice) => notice.split(' ')[0]);
    for (const name of ['@codemirror/view', 'codemirror-lang-sparql', 'd3-force', 'sigma', 'graphology']) expect(names).toContain(name); // prettier-ignore
    for (const notice of notices) expect(notice).toMatch(/^\S+ [\d.]+ \((?:MIT|ISC|BSD-3-Clause)\)\n\n.*Copyright/s);
    expect(names).toEqual([...new Set(names)]);
  });

  it('say where they are', async () => {
    for (const name of ['query.js', 'graph-large.js', 'graph-worker.js'])
      expect((await readFile(new URL(name, FOLDER), 'utf8')).slice(0, 80)).toContain('licences.txt');
  });
});
