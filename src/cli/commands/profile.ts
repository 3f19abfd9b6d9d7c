import type { DefineCommand } from '../options.js';
import { diffProfilesCommand } from './profile-diff.js';
import { extractProfileCommand } from './profile-extract.js';

/** `crategraph profile`: makes a profile of the terms that crates share, or compares two versions of one. */
export const profileCommand: DefineCommand = (command, io, status) => {
  command.usage('<job>').helpCommand(false).commandsGroup('Jobs:');
  extractProfileCommand(
    command.command('extract').description('make a profile crate of the terms that crates share, and let them use it'),
    io,
    status,
  );
  diffProfilesCommand(
    command.command('diff').description('compare two versions of a profile, and find crates that use what was removed'),
    io,
    status,
  );
};
