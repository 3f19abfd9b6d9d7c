import { spawnSync } from 'node:child_process';
import { sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The order of test files: first those of rooms that changed since the main branch, which most likely fail. */
export default class ChangedFirst extends Sequencer {
  sort(tests) {
    const rooms = changedRooms();
    const isOfRoom = ({ path }) => rooms.some((room) => path.replaceAll(sep, '/').includes(`/test/${room}/`));
    const usual = super.sort(tests);
    return [...usual.filter(isOfRoom), ...usual.filter((test) => !isOfRoom(test))];
  }
}

/** The rooms of `src/` and `test/` that differ from the main branch; on it, or without it, from the commit before. */
function changedRooms() {
  const main = git('merge-base', 'origin/main', 'HEAD');
  const from = main === undefined || main === git('rev-parse', 'HEAD') ? 'HEAD~1' : main;
  const names = git('diff', '--name-only', from)?.split('\n') ?? []; // no repository or no commit before: the usual order
  return [
    ...new Set(names.flatMap((name) => /^(?:src|test)\/((?:(?:base|tasks|site)\/)?[^/]+)\//.exec(name)?.[1] ?? [])),
  ];
}

/** What git prints; undefined if it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
