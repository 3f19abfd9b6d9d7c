import { Option } from 'commander';
import type { AddedTerms, AddTermsOptions, NewTerm } from '../../vocabulary/add-terms.js';
import type { ListedTerm, ListTermsOptions } from '../../vocabulary/list-terms.js';
import type { TermRole } from '../../vocabulary/term-definition-entity.js';
import type { CrateArgument } from '../../open/crate-argument.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { replaceUnchanged } from '../../disk/replace-unchanged.js';
import { CrateError } from '../../errors.js';
import { chooseColumns } from '../../store/write-rows.js';
import { countOf } from '../count-of.js';
import { printLines, printMessage, writeJson, writeOutput, type Io } from '../io.js';
import { onlyWith, exclusive, tableOrJson } from '../option-rules.js';
import { jsonOption, quietOption, readingOptions, repeatable, storeOption, tableOptions, withOptions } from '../options.js'; // prettier-ignore
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { checkEnding, checkNew, sayWritten, withOutput, type WrittenChoice } from '../output.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';
import { printTable, type TableChoice } from '../table.js';

interface TermsCommandOptions extends ReadingChoice, StoreOption, WrittenChoice, TableChoice {
  readonly all?: boolean;
  readonly add?: string[];
  readonly project?: string;
  readonly type?: 'property' | 'class' | 'term';
  readonly label?: string;
  readonly description?: string;
  readonly rdfs?: boolean;
  readonly dryRun?: boolean;
  readonly output?: string;
}

const HEADER = ['term', 'iri', 'from', 'key', 'type', 'value', 'definition', 'problem'];

const HELP = `
A term of the crate itself has an entry in the context and an entity that
defines it; --add writes both and leaves all other text as it is: in the
metadata file, from stdin to stdout, for anything else to --output.

Examples:
  crategraph terms my-crate/
  crategraph terms my-crate/ --all --columns term,iri
  crategraph terms my-crate/ --add tideDatum=https://example.org/t#tideDatum \\
    --description "The level that all others are measured from" --dry-run
  crategraph terms my-crate/ --add tideDatum --project test --rdfs \\
    --description "The level that all others are measured from" -o new.json
`;

/** `crategraph terms`: lists the terms that a crate uses, or adds some to it. */
export const termsCommand: DefineCommand = (program, io) => {
  const command = program
    .command('terms')
    .description('list the terms that a crate uses beyond those of RO-Crate, or add some to it')
    .argument('<crate>', 'crate folder, metadata file, archive, URL, - for stdin, or a crate of the store')
    .option('--all', 'also list the terms of RO-Crate')
    .addOption(
      repeatable('--add <name=iri>', 'add a term to the crate; with --project the name is enough (repeatable)'),
    ) // prettier-ignore
    .option('--project <name>', 'make the IRI https://w3id.org/ro/terms/<name>#<term>')
    .addOption(
      new Option('--type <kind>', 'what the term is (default: as the crate uses it)').choices([
        'property',
        'class',
        'term',
      ]),
    ) // prettier-ignore
    .option('--label <text>', 'name of the term for people (default: the words of its name)')
    .option('--description <text>', 'meaning of the term')
    .option('--rdfs', 'repeat name and description of all defined terms as rdfs:label and rdfs:comment')
    .option('--dry-run', 'print what would be added, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), readingOptions());
  withOutput(command, 'write the document to a file instead of changing it in place');
  command.hook('preAction', () => checkEnding(command.opts()));
  withOptions(command, tableOptions(), quietOption(), jsonOption());
  tableOrJson(command);
  onlyWith(command, '--add', ['--project', '--type', '--label', '--description']);
  exclusive(command, '--all', '--add', 'first add, then list');
  exclusive(command, '--dry-run', '--output', 'leave --output out: --dry-run writes nothing');
  command.action(async (crate: string, options: TermsCommandOptions) => {
    const adds = options.add !== undefined || options.rdfs === true;
    if (!adds && (options.output !== undefined || options.dryRun === true))
      throw new CrateError('ERR_USAGE', '--output and --dry-run work only with --add or --rdfs', {
        hint: 'name a term with --add name=IRI',
      });
    if (options.columns !== undefined) chooseColumns(HEADER, options.columns); // before the crate is read
    const reading = {
      ...(await readingOf(options, io)),
      onDocument: ({ report }: CrateDocument) => printNotes(io, options, crate, report),
    };
    await inNamed(crate, options, reading, (argument, more) =>
      adds ? addThem(argument, more, { crate, options, io }) : listThem(argument, more, { options, io }),
    );
  });
};

/** Finds the crate, and the contexts that a crate of the store had. */
async function inNamed<O extends ListTermsOptions>(
  crate: string,
  options: TermsCommandOptions,
  reading: O,
  job: (argument: CrateArgument, reading: O) => Promise<void>,
): Promise<void> {
  const { withNamedCrate } = await import('../../argument/named-crate.js');
  await withStore(options, 'read', (open) =>
    withNamedCrate(crate, open, {
      elsewhere: (place) => job(place, reading),
      stored: async (snapshot, graph) => {
        const { storedDocument } = await import('../../argument/stored-crate.js');
        const { bytes } = await storedDocument(snapshot, graph, reading);
        await job(bytes, reading);
      },
    }),
  );
}

interface Printing {
  readonly options: TermsCommandOptions;
  readonly io: Io;
}

async function listThem(crate: CrateArgument, reading: ListTermsOptions, { options, io }: Printing): Promise<void> {
  const { listTerms } = await import('../../vocabulary/list-terms.js');
  const terms = await listTerms(crate, { ...reading, all: options.all });
  if (options.json === true) return writeJson(io, [terms], 2);
  if (terms.length > 0) await printTable(io, { header: HEADER, rows: terms.map(row) }, options);
  if (options.quiet === true) return;
  const count = `${countOf(terms.length, 'term')}${options.all === true ? '' : ' beyond RO-Crate'}`;
  const faulty = terms.filter(({ iri, problems }) => problems.length > 0 || iri === undefined).length;
  printMessage(io, faulty === 0 ? count : `${count}, ${faulty} with a problem`);
}

function row({ name, iri, origin, context, uses, definition, problems }: ListedTerm): (string | number | undefined)[] {
  const count = (role: TermRole) => (uses[role] === 0 ? undefined : uses[role]);
  const shown = iri === undefined ? 'not defined by the context' : problems.map(({ message }) => message).join('; ');
  const from = origin === 'profile' ? context : ORIGINS[origin];
  return [name, iri, from, count('property'), count('class'), count('term'), definition, shown];
}

const ORIGINS: Readonly<Record<ListedTerm['origin'], string>> = {
  'ro-crate': 'RO-Crate',
  local: 'the crate',
  profile: 'a profile',
  iri: 'its IRI',
  undefined: 'nowhere',
};

async function addThem(
  argument: CrateArgument,
  reading: AddTermsOptions,
  { crate, options, io }: Printing & { readonly crate: string },
): Promise<void> {
  const { addTerms, projectTerm } = await import('../../vocabulary/add-terms.js');
  const terms = newTerms(options, projectTerm);
  const added = await addTerms(argument, terms, { ...reading, rdfs: options.rdfs });
  if (options.dryRun === true) {
    if (options.json === true) await writeJson(io, [shownAs(added, undefined)], 2);
    else await printLines(io, linesOf(added));
    if (options.quiet !== true) printMessage(io, 'dry run: nothing is written');
  } else {
    const output = targetOf(crate, added, options);
    if (options.output !== undefined) await checkNew({ ...options, output });
    const isChanged = added.entities.length > 0 || Object.keys(added.context).length > 0;
    if (output !== added.replaces?.path) await writeOutput(io, output, added.chunks);
    else if (isChanged) await replaceUnchanged(added.replaces, added.chunks);
    if (options.json === true) await writeJson(io, [shownAs(added, output)], 2);
    if (!isChanged && options.quiet !== true) printMessage(io, 'nothing to add: the crate has it all');
    else await sayWritten(io, { ...options, output }, 'metadata document');
  }
  if (options.quiet !== true) for (const one of added.advice) printMessage(io, `warning: ${one}`);
}

/** Where the new document goes. @throws CrateError ERR_USAGE */
function targetOf(crate: string, { replaces }: AddedTerms, { output, json }: TermsCommandOptions): string {
  const target = output ?? (crate === '-' ? '-' : replaces?.path);
  if (target === undefined)
    throw new CrateError('ERR_USAGE', `${crate} cannot be changed where it is`, {
      hint: 'write the new document to a file with -o',
    });
  if (target === '-' && json === true)
    throw new CrateError('ERR_USAGE', '--json does not work here: the document is on stdout', {
      hint: 'write to a file with -o, or leave --json out',
    });
  return target;
}

/** The terms of `--add`. @throws CrateError ERR_USAGE */
function newTerms(
  { add = [], project, type, label, description }: TermsCommandOptions,
  projectTerm: (project: string, name: string) => string,
): NewTerm[] {
  if (add.length > 1 && (label !== undefined || description !== undefined))
    throw new CrateError('ERR_USAGE', '--label and --description are about one term', {
      hint: 'add one term at a time',
    });
  return add.map((text) => {
    const [, name = text, iri = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (iri === '' && project === undefined)
      throw new CrateError('ERR_USAGE', `--add ${text} has no IRI`, { hint: 'write --add name=IRI, or use --project' });
    return { name, iri: iri === '' ? projectTerm(project ?? '', name) : iri, role: type, label, description };
  });
}

function shownAs({ context, entities, advice }: AddedTerms, output: string | undefined) {
  return { output, context, entities, advice };
}

function linesOf({ context, entities }: AddedTerms): string[] {
  return [
    ...Object.entries(context).map(([name, iri]) => `context   ${name}  ${String(iri)}`),
    ...entities.map((entity) => `entity    ${JSON.stringify(entity)}`),
  ];
}
