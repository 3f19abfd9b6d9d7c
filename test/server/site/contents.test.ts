import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { startServer } from '../../helpers/server.js';

/** Names that file systems allow. */
const STRANGE = ['<script>alert(1)', '\u202Etxt.exe', 'a%2Fb', '...x', 'x'.repeat(200), 'q?a#b', ' '];

describe('the contents of a served folder', () => {
  let home = '';
  beforeAll(async () => {
    const folder = join(await freshFolder('contents'), 'big');
    await mkdir(join(folder, 'data/raw/empty'), { recursive: true });
    const described = Array.from({ length: 2000 }, (_, at) => ({ '@id': `data/raw/s${at}.csv`, '@type': 'File' }));
    await writeCrate(folder, crate({ name: 'Big', entities: described }));
    for (let at = 0; at < 2000; at += 1) await writeFile(join(folder, `data/raw/s${at}.csv`), 'x'.repeat(at % 100));
    for (const name of STRANGE) await writeFile(join(folder, name), 'four');
    await writeFile(join(folder, '.hidden'), 'secret');
    await symlink('/etc', join(folder, 'etc'));
    ({ address: home } = await startServer({ folders: [folder] }));
  });

  async function page(search: string): Promise<string> {
    const answer = await fetch(new URL(`crates/big/${search}`, home));
    expect(answer.status).toBe(200);
    return answer.text();
  }

  it('begin on the overview with what is at the top', async () => {
    const html = await page('');
    expect(html).toContain('href="?view=files&amp;folder=data%2F"');
    expect(html).not.toContain('s0.csv');
    expect(html).not.toMatch(/\.hidden|>etc/);
  });

  it('have pages, sizes and sums', async () => {
    const html = await page('?view=files&folder=data/raw/&sort=-size');
    expect(html).toMatch(/>2,000 files, 1 folder, 99 kB\./);
    expect(html).toContain('99 bytes');
    expect(html).toContain('<option value="20">20: ');
    expect(html).toContain('>empty/<');
    expect(await page('?view=files&folder=data/raw/empty/')).toContain('Nothing is in here');
    expect(await page('?view=files&q=s1999')).toMatch(/data\/raw\/<mark>s1999<\/mark>\.csv/);
  });

  it('have files with all names, each with an address that leads to it', async () => {
    const html = await page('?view=files');
    expect(html).not.toContain('<script>alert');
    const hrefs = [...html.matchAll(/<a href="(\.\/[^"]*)" aria-label="Open/g)].map(([, href = '']) => href);
    expect(hrefs.length).toBeGreaterThanOrEqual(7);
    for (const href of hrefs.filter((one) => !one.endsWith('/'))) {
      const answer = await fetch(new URL(`crates/big/${href.replaceAll('&amp;', '&')}`, home));
      expect([href, answer.status]).toEqual([href, 200]);
      await answer.body?.cancel();
    }
  });

  it('end where the folder ends', async () => {
    for (const folder of ['../', '..%2f', 'etc/', '/etc/', '.hidden/', 'data/../../', '%00']) {
      const answer = await fetch(new URL(`crates/big/?view=files&folder=${folder}`, home));
      expect([folder, answer.status]).toEqual([folder, 404]);
      expect(await answer.text()).toContain('The crate has no such folder');
    }
  });
});
