import { Argument } from 'commander';
import { SHELLS, type Shell } from '../completion-script.js';
import { writeOutput } from '../io.js';
import type { DefineCommand } from '../options.js';

const HELP = `
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
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion-script.js');
      const { listQueries } = await import('../../store/saved-queries.js');
      const names = (await listQueries()).map(({ name }) => name);
      return writeOutput(io, undefined, [completionScript(shell, command.parent ?? command, { '--name': names })]);
    });
};
