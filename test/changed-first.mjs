import { execFileSync } from 'node:child_process';
import { sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** The order of test files: first those of rooms that changed since the main branch, which most likely fail. */
export default class ChangedFirst extends Sequencer {
  sort(tests) {
    const rooms = changedRooms();
    const isOfRoom = ({ path }) => rooms.some((room) => path.includes(`${sep}test${sep}${room}${sep}`));
    const usual = super.sort(tests);
    return [...usual.filter(isOfRoom), ...usual.filter((test) => !isOfRoom(test))];
  }
}

/** The folders of `src/` and `test/` with changes since the main branch; of it, since the commit before. */
function changedRooms() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const main = git('rev-parse', '--verify', 'origin/main');
    const from = git('merge-base', main, 'HEAD') === git('rev-parse', 'HEAD') ? 'HEAD~1' : 'origin/main...HEAD';
    const names = git('diff', '--name-only', ...from.split(' ')).split('\n');
    return [...new Set(names.flatMap((name) => /^(?:src|test)\/([^/]+)\//.exec(name)?.[1] ?? []))];
  } catch {
    return []; // no repository, no main branch, or no commit before: the usual order
  }
}
