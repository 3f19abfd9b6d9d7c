import type { Command } from 'commander';

/** A verb, or a job of one that has several. */
export interface RunnableCommand {
  /** As on the command line: `load`, `profile extract`. */
  readonly name: string;
  readonly command: Command;
}

/** The commands of a program that have arguments and options of their own. */
export function runnableCommands(program: Command, prefix = ''): RunnableCommand[] {
  return program.commands.flatMap((command) => {
    const name = `${prefix}${command.name()}`;
    return command.commands.length > 0 ? runnableCommands(command, `${name} `) : [{ name, command }];
  });
}
