import type { Command, Option } from 'commander';

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
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](program, verbsOf(program, values));
}

interface Verb {
  readonly name: string;
  readonly description: string;
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

function verbsOf(program: Command, values: OptionValues): Verb[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: brief(command.description()),
    options: [...command.options.map((option) => optionOf(option, values)), HELP],
  }));
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

function bashScript(program: Command, verbs: readonly Verb[]): string {
  const choices = verbs.flatMap(({ name, options }) =>
    options
      .filter(({ values = [] }) => values.length > 0)
      .map(({ flags, values = [] }) => {
        const pattern = flags.map((flag) => quote(`${name} ${flag}`)).join('|');
        return `    ${pattern}) words=${quote(values.join(' '))} ;;`;
      }),
  );
  const flags = verbs.map(({ name, options }) => {
    const words = options.flatMap((option) => option.flags).join(' ');
    return `      ${name}) words=${quote(words)} ;;`;
  });
  return `# bash completion of ${program.name()}
_${program.name()}() {
  local word=\${COMP_WORDS[COMP_CWORD]} verb=\${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quote(verbs.map(({ name }) => name).join(' '))}
  else case "$verb \${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join('\n')}
    *) case "$word" in -*) case "$verb" in
${flags.join('\n')}
    esac ;; esac ;;
  esac; fi
  # Without words, "-o default" completes file names.
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -o bashdefault -F _${program.name()} ${program.name()}
`;
}

function zshScript(program: Command, verbs: readonly Verb[]): string {
  const plain = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');
  const spec = ({ flags, description, values }: VerbOption) => {
    const value = values === undefined ? '' : `:value:${values.length === 0 ? '_files' : `(${values.join(' ')})`}`;
    return flags.map((flag) => `      ${quote(`*${flag}[${plain(description)}]${value}`)}`);
  };
  return `#compdef ${program.name()}
_${program.name()}() {
  local -a verbs
  verbs=(
${verbs.map(({ name, description }) => `    ${quote(`${name}:${plain(description)}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${verbs.map(({ name, options }) => `    ${name}) _arguments \\\n${options.flatMap(spec).join(' \\\n')} \\\n      '*:file:_files' ;;`).join('\n')}
  esac
}
compdef _${program.name()} ${program.name()}
`;
}

function fishScript(program: Command, verbs: readonly Verb[]): string {
  const line = (...words: string[]) => `complete -c ${program.name()} ${words.join(' ')}`;
  const plain = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
  const flag = (text: string) => (text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`);
  const value = (values: VerbOption['values']) =>
    values === undefined ? [] : values.length === 0 ? ['-r', '-F'] : ['-x', '-a', plain(values.join(' '))];
  return [
    line('-n', '__fish_use_subcommand', '-f'),
    ...verbs.flatMap(({ name, description, options }) => [
      line('-n', '__fish_use_subcommand', '-a', name, '-d', plain(description)),
      ...options.map((option) =>
        line(
          '-n',
          plain(`__fish_seen_subcommand_from ${name}`),
          ...option.flags.map(flag),
          ...value(option.values),
          '-d',
          plain(option.description),
        ),
      ),
    ]),
    '',
  ].join('\n');
}
