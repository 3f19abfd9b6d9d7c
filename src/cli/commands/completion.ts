import { Argument } from 'commander';
import { completionScript, SHELLS, type Shell } from '../completion-script.js';
import { writeOutput } from '../io.js';
import type { DefineCommand } from '../options.js';

const HELP = `
It completes verbs, options and their values, saved queries, file names, the
entities of a crate (of show, set and unset), and handles, names and IRIs of the
crates of the store, if that is a file (--store or CRATEGRAPH_STORE). It never
uses the network. PowerShell has no script.

Examples:
  echo 'source <(crategraph completion bash)' >> ~/.bashrc
  echo 'source <(crategraph completion zsh)' >> ~/.zshrc       # after compinit
  crategraph completion fish > ~/.config/fish/completions/crategraph.fish
`;

/** `crategraph completion`: prints a script with which a shell completes command lines. */
export const completionCommand: DefineCommand = (command, io) => {
  command
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: Shell) => writeOutput(io, undefined, [completionScript(shell)]));
};
