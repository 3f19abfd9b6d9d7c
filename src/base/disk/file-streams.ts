import { constants, createReadStream, createWriteStream, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty, ReadStream as Terminal } from 'node:tty';

/*
 * A file that the user names may be a pipe: one of `mkfifo`, or `<(command)` of a shell. Node opens and reads files in
 * threads. There the other side of a pipe is waited for, perhaps for ever; and a signal does not end the process,
 * because its end waits for these threads. So a pipe is opened without waiting, and read and written like a socket.
 */

/** How often we look whether a reader has opened a pipe, in milliseconds. */
const LOOK_EVERY = 50;

/** Reads a file, a pipe, a device or a terminal. @throws the system error */
export async function* readStream(path: string): AsyncGenerator<Uint8Array> {
  const found = await stat(path);
  if (found.isFIFO()) yield* new Socket({ fd: openNow(path, constants.O_RDONLY), readable: true, writable: false });
  else if (found.isCharacterDevice()) yield* deviceStream(openNow(path, constants.O_RDONLY));
  else yield* createReadStream(path) as AsyncIterable<Uint8Array>;
}

function deviceStream(fd: number): AsyncIterable<Uint8Array> {
  return isatty(fd) ? new Terminal(fd) : createReadStream('', { fd });
}

/** Reads all of a file, a pipe, a device or a terminal. @throws the system error */
export async function readWhole(path: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readStream(path)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Opens a file, a device or a pipe for writing; a pipe as soon as it has a reader. @throws the system error */
export async function writeStream(path: string): Promise<Writable> {
  if (!(await stat(path)).isFIFO()) return createWriteStream(path);
  for (;;)
    try {
      return new Socket({ fd: openNow(path, constants.O_WRONLY), readable: false, writable: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error; // ENXIO: it has no reader yet
      await sleep(LOOK_EVERY);
    }
}

/** Opens a path without waiting for another process. Windows has no such flag, and no such pipes. */
function openNow(path: string, flags: number): number {
  return openSync(path, flags | (constants.O_NONBLOCK ?? 0));
}
