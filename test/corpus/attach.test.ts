import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planAttach, type PlanAttachOptions } from '../../src/tasks/convert/attach/plan-attach.js';
import type { Change, Plan } from '../../src/tasks/convert/plan.js';
import { CrateError } from '../../src/base/errors.js';
import { openContexts } from '../../src/package/contexts/open-contexts.js';
import { EntryGuard } from '../../src/package/container/entry-names.js';
import { pathOfId, portabilityProblem } from '../../src/package/file-ids.js';
import { describeWithShared } from '../helpers/shared.js';

describeWithShared('attach, on Detached documents found in the wild', 'corpus', (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<'id' | 'file', string>[];
  const contexts = openContexts({ offline: true, cacheDir: join(folder, 'no-cache'), folders: [join(folder, 'contexts')] }); // prettier-ignore
  const detached: { readonly id: string; readonly bytes: Uint8Array; readonly snapshot: Plan }[] = [];
  const planOf = (bytes: Uint8Array, options: PlanAttachOptions) => planAttach(bytes, { contexts, datePublished: '2026-01-31', ...options }); // prettier-ignore

  beforeAll(async () => {
    for (const { id, file } of manifest) {
      if (!/\.jsonl?d?$/.test(file)) continue;
      const bytes = readFileSync(join(folder, file));
      const snapshot = await planOf(bytes, { mode: 'snapshot', relativeRoot: true }).catch((error: unknown) => error);
      // Attached Packages are refused, and broken documents are not what this test is about.
      if (!(snapshot instanceof CrateError)) detached.push({ id, bytes, snapshot: snapshot as Plan });
      else expect([id, snapshot.code]).not.toEqual([id, 'ERR_INTERNAL']);
    }
    expect(detached.length).toBeGreaterThan(10);
  });

  it('B1: the root becomes ./ and keeps its identifier', () => {
    for (const { id, snapshot } of detached) {
      const renamed = snapshot.changes.filter(({ newId }) => newId === './');
      expect([id, renamed.length, new Set(snapshot.changes.map(({ step }) => step))]).toEqual([id, 1, new Set(['B1'])]);
    }
  });

  it('B2, B5: the fork is based on the old root, also when its files are saved', async () => {
    for (const { id, bytes, snapshot } of detached) {
      const root = snapshot.changes.find(({ newId }) => newId === './')?.id;
      for (const [mode, step] of [
        ['fork', 'B2'],
        ['download', 'B5'],
      ] as const) {
        // prettier-ignore
        const { changes } = await planOf(bytes, { mode });
        const based = changes.filter(({ add }) => add?.['isBasedOn'] !== undefined);
        expect([id, based.map((one) => [one.id, one.step])]).toEqual([id, [[root, step]]]);
      }
    }
  });

  it('B3, B4: every file and folder gets a path that is safe everywhere, or stays with a reason', async () => {
    const table: Record<string, Record<string, number>> = {};
    for (const { id, bytes } of detached) {
      const { changes } = await planOf(bytes, { mode: 'download' });
      const guard = new EntryGuard(id);
      const parts = changes.filter(({ step }) => step === 'B3' || step === 'B4');
      for (const part of parts) checkPart(guard, part);
      const count = (action: string) => parts.filter((part) => part.action === action).length;
      table[id] = {
        folder: count('folder'),
        unpack: count('unpack'),
        retrieve: count('retrieve'),
        leave: count('leave'),
      };
    }
    console.table(table);
  });
});

function checkPart(guard: EntryGuard, { action, id, newId, url, why }: Change): void {
  expect([id, why]).not.toEqual([id, '']);
  if (action === 'leave' || action === 'rename') return;
  const path = pathOfId(newId ?? '') ?? '';
  expect([id, path === '', portabilityProblem(path)]).toEqual([id, false, undefined]);
  guard.check({ path, type: path.endsWith('/') ? 'folder' : 'file' });
  if (action !== 'folder') expect(url).toMatch(/^https?:/);
}
