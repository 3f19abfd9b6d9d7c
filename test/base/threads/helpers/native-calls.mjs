import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { URL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { deflate, inflate } from '../../../../dist/store/packable.js';
import { Connection } from '../../../../dist/store/sqlite/connection.js';
import { serveThread } from '../../../../dist/base/threads/serve-thread.js';
import { Thread } from '../../../../dist/base/threads/thread.js';

/**
 * Threads that do nothing but call libsql or zlib, until they are ended or the process exits: `native-calls.mjs <ends>
 * [zlib]` ends so many, one after the other, and exits with status 3 while the last one works.
 */
const ROWS = 'SELECT value FROM json_each(?)';
const MANY = JSON.stringify(Array.from({ length: 500 }, (_, row) => `row ${row}`));

function unpack() {
  for (const packed = deflate(Buffer.from('row')); ;) inflate(packed);
}

function work(file) {
  if (file === 'zlib') unpack();
  for (;;) {
    const connection = new Connection(file);
    for (let time = 0; time < 20; time += 1) connection.rows(ROWS, MANY);
    connection.close();
  }
}

if (isMainThread) {
  const folder = mkdtempSync(join(tmpdir(), 'crategraph-native-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const code = new URL(import.meta.url);
  const begun = async () => {
    const thread = new Thread({ code });
    await thread.ready;
    thread.ask(process.argv[3] ?? join(folder, 'file')).catch(() => undefined);
    await wait(Math.random() * 5);
    return thread;
  };
  for (let left = Number(process.argv[2]); left > 0; left -= 1) await (await begun()).end();
  await begun();
  process.exit(3);
} else {
  await serveThread(() => ({ answer: work }));
}
