import console from 'node:console';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { buildCommit } from './built-commit.mjs';
import { compareTrees, tableOfTrees } from './compare-trees.mjs';

/**
 * Compares the tree of the current folder, which is built, with a commit, and prints a table.
 * @param rounds how often each process runs
 * @param json a file that gets all figures
 */
export async function against(commit, { rounds = 5, quick = false, json }) {
  // So that the worktree goes, too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  const { name, folder } = buildCommit(commit);
  const work = mkdtempSync(join(tmpdir(), 'crategraph-bench-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true }));
  const onRound = (round) => console.error(`round ${round + 1} of ${rounds}`);
  const results = await compareTrees([folder, process.cwd()], work, { rounds, quick, onRound });
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ commit: name, rounds, results }, null, 1)}\n`);
  console.log(tableOfTrees([name, 'this tree'], results));
}
