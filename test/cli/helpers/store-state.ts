import { createHash } from 'node:crypto';
import { openStore } from '../../../src/store/open-store.js';
import { dumpStore } from '../../../src/tasks/export/dump-store.js';

/** What a store has, without the times of its loads and of what disappeared. */
export async function stateAt(path: string): Promise<string> {
  const store = await openStore(path).catch((error: { code?: string }) => {
    // A store that was made and not yet filled, or not yet made.
    if (error.code === 'ERR_STORE_NOT_FOUND' || error.code === 'ERR_STORE_INVALID') return undefined;
    throw error;
  });
  if (store === undefined) return 'none';
  try {
    let lines = '';
    for await (const bytes of dumpStore(store)) lines += Buffer.from(bytes).toString();
    const records = (await store.records()).map(({ data, ...record }) => ({
      ...record,
      data: { ...data, loaded: '', gone: data['gone'] !== undefined },
    }));
    const text = JSON.stringify([lines.split('\n').sort(), records.map((record) => JSON.stringify(record)).sort()]);
    return createHash('sha256').update(text).digest('hex');
  } finally {
    await store.close();
  }
}
