import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Builds a commit in a git worktree of its own, which goes when the process ends. It has the packages of this tree if both
 * trees ask for the same ones.
 * @param commit what `git rev-parse` takes
 * @returns its folder, and its short name
 * @throws Error if there is no such commit, or if it cannot be built
 */
export function buildCommit(commit) {
  const found = spawnSync('git', ['rev-parse', '--short', '--verify', `${commit}^{commit}`], { encoding: 'utf8' });
  if (found.status !== 0) throw new Error(`there is no commit ${commit}`);
  const name = found.stdout.trim();
  const parent = mkdtempSync(join(tmpdir(), 'crategraph-against-'));
  const folder = join(parent, 'tree');
  process.on('exit', () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder]);
    rmSync(parent, { recursive: true, force: true });
  });
  run('git', ['worktree', 'add', '--quiet', '--detach', folder, name]);
  if (readFileSync('package-lock.json', 'utf8') === readFileSync(join(folder, 'package-lock.json'), 'utf8'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--silent', '--ignore-scripts'], folder);
  run('npm', ['run', '--silent', 'build'], folder);
  return { name, folder };
}

function run(command, args, cwd = '.') {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
