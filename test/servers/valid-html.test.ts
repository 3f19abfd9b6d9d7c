import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runHere } from '../cli/helpers/run-here.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { SHARED } from '../helpers/shared.js';
import { scratch } from '../package/helpers/crate-forms.js';

const run = promisify(execFile);

describeWhere(isInstalled('java', '-version'), 'previews', 'Java not found', () => {
  it('are valid HTML 5: the checker of the W3C finds no error', async () => {
    const folder = await scratch();
    // 32 MB, so it is not among our dependencies.
    await run('npm', ['pack', 'vnu-jar@26.9.27', '--silent'], { cwd: folder });
    await run('tar', ['xzf', 'vnu-jar-26.9.27.tgz'], { cwd: folder });
    const pages: string[] = [];
    const contexts = resolve(SHARED, 'corpus/contexts');
    for (const crates of ['data/crates', resolve(SHARED, 'corpus/real'), resolve(SHARED, 'corpus/attached')])
      for (const name of existsSync(crates) ? readdirSync(crates) : []) {
        const page = join(folder, `${pages.length}.html`);
        const options = ['-o', page, '--offline', '--quiet', ...(existsSync(contexts) ? ['--contexts', contexts] : [])];
        // Some folders of the corpus are no crates.
        if ((await runHere('preview', join(crates, name), ...options)).status === 0) pages.push(page);
      }
    expect(pages.length).toBeGreaterThanOrEqual(5);
    const jar = join(folder, 'package/build/dist/vnu.jar');
    const checked = await run('java', ['-Xmx600m', '-jar', jar, '--errors-only', '--format', 'gnu', ...pages]);
    expect(checked.stderr).toBe('');
  });
});
