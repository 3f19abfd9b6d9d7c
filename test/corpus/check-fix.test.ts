import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crateBase } from '../../src/crate/base.js';
import { CrateError } from '../../src/base/errors.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { expectSaidChange, fixText, type FixedText } from '../tasks/check/fix/helpers.js';
import { describeWithShared } from '../helpers/shared.js';

const BASE = crateBase('https://somewhere.example/crate/', 'url');

describeWithShared('documents found in the wild, repaired', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<'id' | 'kind' | 'file', string>[]; // prettier-ignore
  const cases = manifest
    .filter(({ kind, file }) => (kind === 'real' || kind === 'invalid') && /\.json(?:ld)?$/.test(file))
    .map(({ id, file }) => [id, join(folder, file)] as const);
  const contexts = openContexts({
    offline: true,
    cacheDir: join(folder, 'no-cache'),
    folders: [join(folder, 'contexts')],
  });
  const options = { contexts, base: BASE };
  const count: Record<string, number> = { documents: 0, refused: 0, repaired: 0 };
  const rules: Record<string, number> = {};

  it.each(cases)('%s', async (_, file) => {
    count['documents'] = (count['documents'] ?? 0) + 1;
    const bytes = readFileSync(file);
    let fixed: FixedText;
    try {
      fixed = await fixText(bytes, options);
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      count['refused'] = (count['refused'] ?? 0) + 1;
      return;
    }
    for (const { rule } of fixed.fixes) rules[rule] = (rules[rule] ?? 0) + 1;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (fixed.fixes.length === 0) return expect(fixed.text).toBe(text);
    count['repaired'] = (count['repaired'] ?? 0) + 1;
    await expectSaidChange(text, fixed, options);
    const again = await fixText(fixed.text, options);
    expect(again.fixes).toEqual([]);
    expect(again.text).toBe(fixed.text);
  });

  it('many of them', () => {
    console.log(count, rules);
    expect(count['repaired']).toBeGreaterThan(50);
  });
});
