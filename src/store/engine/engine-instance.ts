import { createRequire } from 'node:module';
import { CrateError } from '../../base/errors.js';
import { trapFailure } from './engine-error.js';

/** What makes stores of Oxigraph. */
interface Library {
  readonly Store: new () => unknown;
}

const require = createRequire(import.meta.url);

/**
 * The WebAssembly instance of this thread; all stores share it. Undefined after a trap: no store of it works any more.
 */
let library: Library | undefined = require('oxigraph') as Library;
/** How many instances there were before. */
let dead = 0;

/** A store of Oxigraph, and the number of its instance. */
export interface InstanceStore<Store> {
  readonly store: Store;
  readonly instance: number;
}

/** Makes a store. After a trap it gets an instance of its own. */
export function newStore<Store>(): InstanceStore<Store> {
  if (library === undefined) {
    delete require.cache[require.resolve('oxigraph')];
    library = require('oxigraph') as Library;
  }
  return { store: new library.Store() as Store, instance: dead };
}

/**
 * Runs work of an instance. A panic prints its message and a stack of WebAssembly code to the console before it traps:
 * they are caught, and tell a panic from the end of memory, which says nothing.
 * @throws CrateError for a trap, after which the instance is never used again; whatever else the work throws
 */
export function inInstance<T>({ instance }: Pick<InstanceStore<unknown>, 'instance'>, work: () => T): T {
  if (instance !== dead) throw new CrateError('ERR_INTERNAL', 'the embedded graph engine has failed before');
  const said: string[] = [];
  const { error: print } = console;
  console.error = (...words: unknown[]) => void said.push(words.map(String).join(' '));
  try {
    return work();
  } catch (error) {
    const failure = trapFailure(error, said.join('\n'));
    if (failure === undefined) throw error;
    library = undefined;
    dead += 1;
    throw failure;
  } finally {
    console.error = print;
  }
}
