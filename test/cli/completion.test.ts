import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listQueries } from '../../src/store/saved-queries.js';
import { SHELLS, type Shell } from '../../src/cli/completion-script.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { TAKES, verbsOf } from './helpers/option-table.js';

/** Options that the help does not show either: a topic of it does. */
const HIDDEN = ['--query-url', '--update-url', '--graph-url'];
import { runHere } from './helpers/run-here.js';

const exec = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-completion-'));
  await mkdir(join(folder, 'my crates'));
  for (const shell of SHELLS) {
    const { status, stdout } = await runHere('completion', shell);
    expect(status).toBe(0);
    await writeFile(join(folder, shell), stdout);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How a shell prints the completions of the last word of a line, one per line. */
const COMPLETE: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `source ./bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
     _crategraph; printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (words) => `source ./fish; complete -C '${words.join(' ')}' | string split -f 1 \\t; or true`,
  // A shell in a pseudo-terminal, because only the line editor of zsh completes.
  zsh: (words) =>
    `zmodload zsh/zpty; zpty z zsh -f -i; zpty -w z 'PS1=; autoload -U compinit; compinit -u; source ./zsh; print REA""DY'
     zpty -r z line '*READY*'; zpty -w -n z $'${words.join(' ')}\\t\\t'; zpty -r z line '*relativize*|*trig*'; print -r -- "$line"`,
};

/** Declares tests in a real shell, which not every machine has; `.ci/run` installs all of them. */
const describeShell = (shell: Shell, body: () => void) =>
  describeWhere(isInstalled(shell, '-c', 'true'), `the script for ${shell}`, `${shell} is not installed`, body);

async function complete(shell: Shell, ...words: string[]): Promise<string[]> {
  const { stdout } = await exec(shell, ['-c', COMPLETE[shell](words)], { cwd: folder });
  return stdout.split('\n').filter((line) => line !== '');
}

for (const shell of ['bash', 'fish'] as const)
  describeShell(shell, () => {
    const runnable = verbsOf().map(({ name }) => name);
    const verbs = [...new Set(runnable.map((name) => name.replace(/ .*/, '')))];

    it('completes every verb', async () => {
      expect((await complete(shell, 'crategraph', '')).filter((word) => verbs.includes(word)).sort()).toEqual(
        [...verbs].sort(),
      );
      expect(await complete(shell, 'crategraph', 'rel')).toEqual(['relativize']);
    });

    it('completes the options of each verb', async () => {
      for (const verb of runnable) {
        const found = await complete(shell, 'crategraph', ...verb.split(' '), '--');
        expect([verb, found.sort()]).toEqual([
          verb,
          [...(TAKES[verb] ?? []).filter((one) => !HIDDEN.includes(one)), '--help'].sort(),
        ]);
      }
    });

    it('completes the jobs of a verb that has several', async () => {
      expect((await complete(shell, 'crategraph', 'profile', '')).sort()).toEqual(['diff', 'extract']);
      expect(await complete(shell, 'crategraph', 'profile', 'ext')).toEqual(['extract']);
    });

    it('completes choices and the names of saved queries', async () => {
      expect((await complete(shell, 'crategraph', 'load', '--mode', '')).sort()).toEqual([
        'create',
        'merge',
        'replace',
      ]);
      const names = (await listQueries()).map(({ name }) => name);
      expect((await complete(shell, 'crategraph', 'query', '--name', '')).sort()).toEqual([...names].sort());
      expect(await complete(shell, 'crategraph', 'query', '-n', 'peo')).toEqual(['people']);
    });

    it('leaves other values to the shell, which completes file names', async () => {
      const found = await complete(shell, 'crategraph', 'load', 'my');
      expect(found).toEqual(shell === 'bash' ? [] : ['my crates/']);
    });
  });

describeShell('bash', () => {
  it('completes file names where it has no words, and never evaluates the line', async () => {
    const script = `source ./bash; complete -p crategraph; COMP_WORDS=(crategraph load '$(touch evil)' '\`touch evil\`'); COMP_CWORD=3; _crategraph; ls`;
    const { stdout } = await exec('bash', ['-c', script], { cwd: folder });
    expect(stdout).toContain('complete -o bashdefault -o default -F _crategraph crategraph');
    expect(stdout).not.toContain('evil');
  });
});

describeShell('zsh', () => {
  it('completes verbs and choices in a terminal', async () => {
    expect((await complete('zsh', 'crategraph', '')).join(' ')).toContain('relativize');
    expect((await complete('zsh', 'crategraph', 'dump', '--format', '')).join(' ')).toMatch(/nquads +trig/);
  });
});

describe('completion', () => {
  it('refuses another shell', async () => {
    expect(await runHere('completion', 'tcsh')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining("value 'tcsh' is invalid") as string,
    });
  });
});
