import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { CrateError } from '../../../base/errors.js';
import { invalidCatalogue } from '../source-document.js';

/** The end of what `git` says on stderr that a message keeps. */
const MOST_WORDS = 2000;

/** A Git repository that is read with the `git` program, which changes nothing in it and runs nothing of it. */
export interface ReadRepository {
  /** Its real path: that of the work tree, or of a bare repository. */
  readonly folder: string;
  /** For messages. */
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields what a `git` command prints.
 * @throws CrateError ERR_UNSUPPORTED without `git`, ERR_CATALOGUE_INVALID if the command fails
 */
export async function* runGit(
  { folder, name, signal }: ReadRepository,
  command: readonly string[],
): AsyncGenerator<Buffer> {
  const child = spawn('git', ['-C', folder, ...SAFE, ...command], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-MOST_WORDS)));
  const ended = new Promise<Ending>((done) =>
    child.on('error', (cause) => done({ cause })).on('close', (status) => done({ status })),
  );
  const stop = () => void child.kill();
  signal?.addEventListener('abort', stop);
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const ending = await ended;
    signal?.throwIfAborted();
    if (ending.status !== 0) throw failed(name, ending, words.trim());
  } finally {
    signal?.removeEventListener('abort', stop);
    child.kill(); // has no effect on a process that has ended
  }
}

/** What a repository says cannot make `git` run a program, print colours, or replace objects by others. */
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '--no-pager', '--no-replace-objects'];

/** Without the variables that lead `git` elsewhere; it neither looks in the folders above, nor asks, nor fetches. */
function environment(folder: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([variable]) => !variable.startsWith('GIT_'));
  return {
    ...Object.fromEntries(others),
    GIT_CEILING_DIRECTORIES: dirname(folder),
    // An object that is missing would be fetched, by a program that the repository may name.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}

/** How a command has ended: with a status, or with the reason why it did not begin. */
interface Ending {
  readonly status?: number | null;
  readonly cause?: NodeJS.ErrnoException;
}

function failed(name: string, { status, cause }: Ending, words: string): CrateError {
  if (cause?.code === 'ENOENT')
    return new CrateError('ERR_UNSUPPORTED', `${name}: Git repositories are read with git, which is not installed`, {
      hint: 'install git, or check the repository out and sync the folder with --as folder',
      cause,
    });
  const reason = cause?.message ?? (words === '' ? `it ended with ${status}` : words);
  return invalidCatalogue(name, `git cannot read it: ${reason}`, {
    ...(cause !== undefined && { cause }),
    hint: 'name a Git repository; after a # its branch, tag or commit',
  });
}
