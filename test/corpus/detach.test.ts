import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DetachOptions } from '../../src/tasks/convert/detach/detach-options.js';
import { planDetach } from '../../src/tasks/convert/detach/plan-detach.js';
import type { Plan } from '../../src/tasks/convert/plan.js';
import { CrateError } from '../../src/base/errors.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { describeWithShared } from '../helpers/shared.js';

const PUBLISHED = 'https://published.example/crate/';
const FILES = 'https://files.example/';
/** How to detach each crate. */
const WAYS: Readonly<Record<string, DetachOptions>> = {
  published: { published: PUBLISHED },
  unbrowsed: { published: PUBLISHED, browsing: false },
  files: { filesUrl: FILES },
  minted: { published: PUBLISHED, mintContextual: true, mintSeed: 'corpus' },
};
/** Errors that say something about the crate, not about us. */
const ALLOWED = ['ERR_ROOT_NOT_FOUND', 'ERR_ROOT_AMBIGUOUS', 'ERR_USAGE', 'ERR_NOT_A_CRATE', 'ERR_CHECKSUM', 'ERR_BAG_INVALID', 'ERR_ARCHIVE_INVALID']; // prettier-ignore

describeWithShared('detaching crates found in the wild', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { id: string; kind: string; file: string }[]; // prettier-ignore
  const real = manifest.filter(({ kind }) => kind === 'real').map(({ file }) => file);
  const packages = ['attached', 'archives'].flatMap((name) =>
    readdirSync(join(folder, name)).map((one) => join(name, one)),
  );
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const table: Record<string, Record<string, number>> = {};
  const problems = new Map<string, string[]>();
  const note = (what: string, file: string) => problems.set(what, [...(problems.get(what) ?? []), file]);

  it.each(Object.entries(WAYS))('%s: every identifier of data becomes absolute', async (way, options) => {
    const counts: Record<string, number> = (table[way] = { crates: 0, changes: 0, 'with a risk': 0 });
    const add = (name: string, count = 1) => (counts[name] = (counts[name] ?? 0) + count);
    for (const file of [...real, ...packages]) {
      let plan: Plan;
      try {
        plan = await planDetach(join(folder, file), { contexts, ...options });
      } catch (error) {
        if (!(error instanceof CrateError)) throw error;
        expect([file, ALLOWED.includes(error.code), error.message]).toEqual([file, true, error.message]);
        note(`${way}: ${error.code}: ${error.message.slice(0, 60)}`, file);
        continue;
      }
      add('crates');
      add('changes', plan.changes.length);
      for (const { step, newId, risk, action, id } of plan.changes) {
        add(step);
        if (risk !== undefined) add('with a risk');
        if (risk?.includes('has this identifier too') === true) note(`${way}: clash`, `${file}: ${id}`);
        const isDescriptor = step === 'A6';
        if (action === 'rename' && !isDescriptor) expect([file, id, newId]).toEqual([file, id, expect.stringMatching(/^[a-z][a-z0-9+.-]*:/i)]); // prettier-ignore
      }
      expect(plan.name).toMatch(/^[\p{L}\p{M}\p{N}._-]+-ro-crate-metadata\.json(?:ld)?$/u);
    }
    expect(counts['crates']).toBeGreaterThan(100);
  });

  it('A2: real packages do not say all that --describe adds', async () => {
    const added = new Map<string, number>();
    for (const one of packages) {
      const plan = await planDetach(join(folder, one), { contexts, published: PUBLISHED, describe: true }).catch((error: unknown) => error); // prettier-ignore
      if (plan instanceof CrateError) expect([one, ...ALLOWED]).toContain(plan.code);
      else
        for (const { step, add } of (plan as Plan).changes)
          if (step === 'A2') for (const key of Object.keys(add ?? {})) added.set(key, (added.get(key) ?? 0) + 1);
    }
    expect([...added.keys()].sort()).toEqual(['contentSize', 'encodingFormat', 'sdDatePublished', 'sha256']);
  });

  it.each(['A1', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'])('%s: real crates need this step', (step) => {
    expect(Object.values(table).some((counts) => (counts[step] ?? 0) > 0)).toBe(true);
  });

  afterAll(() => {
    console.table(table);
    console.log([...problems].map(([what, files]) => `${what}: ${files.length}, as in ${files.slice(0, 3).join(', ')}`).join('\n')); // prettier-ignore
  });
});
