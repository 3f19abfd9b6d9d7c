import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The compiled code. Nobody reads it: it must only exist. */
let held: Promise<object | undefined> | undefined;

/**
 * Holds the compiled code of the engine in this process. V8 shares the code of the same bytes, with all that it has
 * optimised, between threads as long as one of them holds it: a new query thread then starts in half the time.
 */
export function holdEngineCode(): void {
  held ??= compiled().catch(() => undefined); // without it each thread compiles its own
}

async function compiled(): Promise<object> {
  const folder = dirname(createRequire(import.meta.url).resolve('oxigraph'));
  return WebAssembly.compile(await readFile(join(folder, 'node_bg.wasm')));
}
