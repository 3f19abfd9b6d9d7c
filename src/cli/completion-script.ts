import type { Command, Option } from 'commander';
import { runnableCommands } from './runnable-commands.js';

/** Shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Name of a shell. */
export type Shell = (typeof SHELLS)[number];

/** Words to choose from, by option (`--name`). Options with choices of their own are not needed here. */
export type OptionValues = Readonly<Record<string, readonly string[]>>;

/**
 * Writes the script that completes the verbs, options and values of a program, and file names elsewhere. It contains
 * all words, so that a shell never starts the program to complete a line, and never evaluates a word of it.
 */
export function completionScript(shell: Shell, program: Command, values: OptionValues): string {
  const runnable = runnableCommands(program).map(({ name, command }) => ({
    name,
    options: [...command.options.filter(({ hidden }) => !hidden).map((option) => optionOf(option, values)), HELP],
  }));
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](program.name(), wordsOf(program), runnable);
}

/** A word of the command line: a verb, or a job of one that has several. */
interface Word {
  readonly name: string;
  readonly description: string;
  readonly jobs: readonly Word[];
}

/** What has options: a verb without jobs, or verb and job. */
interface Runnable {
  readonly name: string;
  readonly options: readonly VerbOption[];
}

interface VerbOption {
  /** `--store`, and `-o` if it has a short form. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined: it takes no value; empty: a file name or any other text. */
  readonly values: readonly string[] | undefined;
}

const HELP: VerbOption = { flags: ['--help'], description: 'print the help', values: undefined };

function wordsOf(program: Command): Word[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: brief(command.description()),
    jobs: wordsOf(command),
  }));
}

function namesOf(words: readonly Word[]): string {
  return words.map(({ name }) => name).join(' ');
}

function optionOf(
  { long, short, description, required, optional, argChoices }: Option,
  values: OptionValues,
): VerbOption {
  const flags = [long, short].filter((flag) => flag !== undefined);
  const words = argChoices ?? values[long ?? ''] ?? [];
  return { flags, description: brief(description), values: required || optional ? words : undefined };
}

/** The first clause of a description: a shell shows it on one line. */
function brief(description: string): string {
  return (/^.*?(?=[;:] | \(|$)/.exec(description) ?? [''])[0];
}

/** Quotes text for bash and zsh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function bashScript(program: string, verbs: readonly Word[], runnable: readonly Runnable[]): string {
  const choices = runnable.flatMap(({ name, options }) =>
    options
      .filter(({ values = [] }) => values.length > 0)
      .map(({ flags, values = [] }) => {
        const pattern = flags.map((flag) => quote(`${name} ${flag}`)).join('|');
        return `    ${pattern}) words=${quote(values.join(' '))} ;;`;
      }),
  );
  const flags = runnable.map(({ name, options }) => {
    const words = options.flatMap((option) => option.flags).join(' ');
    return `      ${quote(name)}) words=${quote(words)} ;;`;
  });
  const jobs = verbs
    .filter((verb) => verb.jobs.length > 0)
    .map((verb) => `    ${verb.name}) jobs=${quote(namesOf(verb.jobs))} ;;`);
  return `# bash completion of ${program}
_${program}() {
  local word=\${COMP_WORDS[COMP_CWORD]} verb=\${COMP_WORDS[1]} words= jobs=
  COMPREPLY=()
  case "$verb" in
${jobs.join('\n')}
  esac
  [ -z "$jobs" ] || verb="$verb \${COMP_WORDS[2]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quote(namesOf(verbs))}
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$jobs" ]; then
    words=$jobs
  else case "$verb \${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join('\n')}
    *) case "$word" in -*) case "$verb" in
${flags.join('\n')}
    esac ;; esac ;;
  esac; fi
  # Without words, "-o default" completes file names.
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -o bashdefault -F _${program} ${program}
`;
}

function zshScript(program: string, verbs: readonly Word[], runnable: readonly Runnable[]): string {
  const plain = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
  const spec = ({ flags, description, values }: VerbOption) => {
    const value = values === undefined ? '' : `:value:${values.length === 0 ? '_files' : `(${values.join(' ')})`}`;
    return flags.map((flag) => `      ${quote(`*${flag}[${plain(description)}]${value}`)}`);
  };
  const described = (words: readonly Word[]) =>
    words.map(({ name, description }) => `      ${quote(`${name}:${plain(description)}`)}`).join('\n');
  const withJobs = verbs.filter((verb) => verb.jobs.length > 0);
  return `#compdef ${program}
_${program}() {
  local -a verbs
  if (( CURRENT == 2 )); then
    verbs=(
${described(verbs)}
    )
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${withJobs
  .map(
    (verb) => `    ${verb.name})
    if (( CURRENT == 2 )); then
      verbs=(
${described(verb.jobs)}
      )
      _describe job verbs
      return
    fi
    verb="$verb $words[2]"
    shift words
    (( CURRENT-- )) ;;`,
  )
  .join('\n')}
  esac
  case $verb in
${runnable
  .map(
    ({ name, options }) =>
      `    ${quote(name)}) _arguments \\\n${options.flatMap(spec).join(' \\\n')} \\\n      '*:file:_files' ;;`,
  )
  .join('\n')}
  esac
}
compdef _${program} ${program}
`;
}

function fishScript(program: string, verbs: readonly Word[], runnable: readonly Runnable[]): string {
  const line = (...words: string[]) => `complete -c ${program} ${words.join(' ')}`;
  const plain = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const flag = (text: string) => (text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`);
  const value = (values: VerbOption['values']) =>
    values === undefined ? [] : values.length === 0 ? ['-r', '-F'] : ['-x', '-a', plain(values.join(' '))];
  const is = `__${program}_is`;
  const word = (condition: string, { name, description }: Word) =>
    line('-n', condition, '-f', '-a', name, '-d', plain(description));
  return [
    `function ${is} -d 'Whether the words after the program are these'`,
    '  set -l words (commandline -opc)',
    '  set -l last (math 1 + (count $argv))',
    '  test "$words[2..$last]" = "$argv"',
    'end',
    ...verbs.map((verb) => word('__fish_use_subcommand', verb)),
    ...verbs.flatMap(({ name, jobs }) =>
      jobs.map((job) => word(plain(`${is} ${name}; and test (count (commandline -opc)) -eq 2`), job)),
    ),
    ...runnable.flatMap(({ name, options }) =>
      options.map((option) =>
        line(
          '-n',
          plain(`${is} ${name}`),
          ...option.flags.map(flag),
          ...value(option.values),
          '-d',
          plain(option.description),
        ),
      ),
    ),
    '',
  ].join('\n');
}
