import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCrate } from '../../src/tasks/check/check-crate.js';
import { FATAL_RULES } from '../../src/tasks/check/fatal-rules.js';
import { RULES } from '../../src/tasks/check/rules.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { describeWithShared } from '../helpers/shared.js';
import { FIXTURES } from './helpers/fixtures.js';

/** One entry of `manifest.json`. */
interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly source?: string;
  readonly file: string;
}

describe('the table of fixtures', () => {
  it('names rules that exist, and a reason where there is none', () => {
    const ids = new Set([...RULES, ...FATAL_RULES].map(({ id }) => id));
    for (const { id, breaks, rule, reason } of FIXTURES) {
      expect(breaks).not.toBe('');
      if (rule === undefined) expect([id, reason]).toEqual([id, expect.stringMatching(/\w/)]);
      else expect(ids).toContain(rule);
    }
  });
});

// Each fixture is alone in its folder: what it describes there is missing, as some of them want it.
describeWithShared('documents that were made to break one thing', 'corpus', (folder) => {
  const files = new Map(
    (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Entry[])
      .filter(({ kind, source }) => kind === 'invalid' && source === 'fixture')
      .map(({ id, file }) => [id, join(folder, file)]),
  );
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });

  it('are all in the table', () => {
    expect(FIXTURES.map(({ id }) => id).sort()).toEqual([...files.keys()].sort());
  });

  it.each(FIXTURES.filter(({ rule }) => rule !== undefined))('$id: $breaks', async ({ id, rule, entity }) => {
    const { findings } = await checkCrate(files.get(id) ?? id, { contexts });
    expect(findings.filter((one) => one.rule === rule).map((one) => one.entity)).toContain(entity);
  });

  it('are reported in nine of ten cases at least', () => {
    const reported = FIXTURES.filter(({ rule }) => rule !== undefined).length;
    expect(reported / FIXTURES.length).toBeGreaterThanOrEqual(0.9);
  });
});
