import { Option } from 'commander';
import type { AddedTerms, AddTermsOptions } from '../../tasks/vocabulary/add-terms.js';
import type { ListedTerm, ListTermsOptions } from '../../tasks/vocabulary/list-terms.js';
import type { TermRole } from '../../tasks/vocabulary/term-definition-entity.js';
import type { UnitedTerm } from '../../tasks/vocabulary/unite-terms.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { CrateError } from '../../base/errors.js';
import { chooseColumns } from '../../store/write-rows.js';
import { chosenTerms, writeAdded, type AddingChoice } from '../added-terms.js';
import { countOf } from '../count-of.js';
import { printMessage, writeJson, type Io } from '../io.js';
import { onlyWith, exclusive, refuse, tableFormat } from '../option-rules.js';
import {
  jsonOption,
  quietOption,
  readingOptions,
  repeatable,
  storeOption,
  tableFormatOption,
  tableOptions,
  withOptions,
} from '../options.js';
import type { DefineCommand, ReadingChoice, StoreOption } from '../options.js';
import { checkEnding, withOutput } from '../output.js';
import { printNotes } from '../reporting.js';
import { readingOf, withStore } from '../resources.js';
import { printTable, type TableChoice } from '../table.js';

interface TermsCommandOptions extends ReadingChoice, StoreOption, AddingChoice, TableChoice {
  readonly all?: boolean;
  readonly output?: string;
}

const HEADER = ['term', 'iri', 'from', 'key', 'type', 'value', 'definition', 'problem'];
/** For several crates, with the number of those that use the term. */
const HEADER_OF_MANY = ['term', 'iri', 'from', 'crates', 'key', 'type', 'value', 'definition', 'problem'];

const HELP = `
A term of the crate itself has an entry in the context and an entity that
defines it; --add and --define write both and leave all other text as it is: in
the metadata file, from stdin to stdout, for anything else to --output. What
the crate already says of a term is kept. Of several crates, all are changed or
none; without such an option, their terms are listed together.

A file for --define has a term on each row. Its first row names the columns:
term, and optionally iri, type (property, class or term), label, comment.

Examples:
  crategraph terms my-crate/
  crategraph terms my-crate/ --all --columns term,iri
  crategraph terms north/ south/ --json
  crategraph terms my-crate/ --add tideDatum=https://example.org/t#tideDatum \\
    --description "The level that all others are measured from" --dry-run
  crategraph terms my-crate/ --add tideDatum --project test --rdfs \\
    --description "The level that all others are measured from" -o new.json
  crategraph terms my-crate/ --define terms.csv --project test --dry-run
`;

const ADDING = ['--add', '--define', '--rdfs'];

/** `crategraph terms`: lists the terms that crates use, or adds some to them. */
export const termsCommand: DefineCommand = (command, io) => {
  command
    .argument('<crate...>', 'crate folder, metadata file, archive, URL, - for stdin, or a crate of the store')
    .option('--all', 'also list the terms of RO-Crate')
    .addOption(
      repeatable('--add <name=iri>', 'add a term to the crate; with --project the name is enough (repeatable)'),
    )
    .option('--define <file>', 'add all terms of a CSV file: columns term, iri, type, label, comment')
    .option('--project <name>', 'make the IRI https://w3id.org/ro/terms/<name>#<term>')
    .addOption(
      new Option('--type <kind>', 'what the term is (default: as the crate uses it)').choices([
        'property',
        'class',
        'term',
      ]),
    )
    .option('--label <text>', 'name of the term for people (default: the words of its name)')
    .option('--description <text>', 'meaning of the term')
    .option('--rdfs', 'repeat name and description of all defined terms as rdfs:label and rdfs:comment')
    .option('--dry-run', 'print what would be added, and write nothing')
    .addHelpText('after', HELP);
  withOptions(command, storeOption(), readingOptions());
  withOutput(command, 'write the document to a file instead of changing it in place');
  command.hook('preAction', () => checkEnding(command.opts()));
  withOptions(command, tableFormatOption(), tableOptions(), quietOption(), jsonOption());
  tableFormat(command);
  onlyWith(command, '--add', ['--type', '--label', '--description']);
  for (const one of ADDING.slice(0, 2)) exclusive(command, '--all', one, 'first add, then list');
  exclusive(command, '--dry-run', '--output', 'leave --output out: --dry-run writes nothing');
  command.action(async (crates: string[], options: TermsCommandOptions) => {
    const { add, define, rdfs } = options;
    const adds = add !== undefined || define !== undefined || rdfs === true;
    if (add === undefined && define === undefined)
      refuse(command, ['--project'], 'without --add or --define', 'name terms with one of them');
    if (!adds && (options.output !== undefined || options.dryRun === true))
      throw new CrateError('ERR_USAGE', '--output and --dry-run work only with --add, --define or --rdfs', {
        hint: 'name a term with --add name=IRI',
      });
    if (crates.length > 1) refuse(command, ['--output'], 'for several crates', 'name one crate');
    const header = crates.length > 1 ? HEADER_OF_MANY : HEADER;
    if (options.columns !== undefined) chooseColumns(header, options.columns); // before a crate is read
    return adds ? addToAll(crates, options, io) : listAll(crates, header, { options, io });
  });
};

async function addToAll(crates: readonly string[], options: TermsCommandOptions, io: Io): Promise<void> {
  const terms = await chosenTerms(options);
  const { addTerms } = await import('../../tasks/vocabulary/add-terms.js');
  const { rdfs } = options;
  const added = await ofEach(crates, { options, io }, (argument, reading: AddTermsOptions) =>
    addTerms(argument, terms, { ...reading, rdfs }),
  );
  await writeAdded(
    io,
    added.map(({ crate, found }): { crate: string; added: AddedTerms } => ({ crate, added: found })),
    options,
  );
}

async function listAll(crates: readonly string[], header: readonly string[], printing: Printing): Promise<void> {
  const { options, io } = printing;
  const { listTerms } = await import('../../tasks/vocabulary/list-terms.js');
  const { uniteTerms } = await import('../../tasks/vocabulary/unite-terms.js');
  const { all, json, quiet } = options;
  const listed = await ofEach(crates, printing, (argument, reading) => listTerms(argument, { ...reading, all }));
  const [only] = listed.length === 1 ? listed : [];
  const terms = only?.found ?? uniteTerms(listed.map(({ crate, found }) => ({ crate, terms: found })));
  if (json === true) return writeJson(io, [terms], 2);
  if (terms.length > 0) await printTable(io, { header, rows: terms.map(row) }, options);
  if (quiet === true) return;
  const among = only === undefined ? ` in ${countOf(crates.length, 'crate')}` : '';
  const count = `${countOf(terms.length, 'term')}${all === true ? '' : ' beyond RO-Crate'}${among}`;
  const faulty = terms.filter(({ iri, problems }) => problems.length > 0 || iri === undefined).length;
  printMessage(io, faulty === 0 ? count : `${count}, ${faulty} with a problem`);
}

interface Printing {
  readonly options: TermsCommandOptions;
  readonly io: Io;
}

/** Does a job for each crate, with the contexts that a crate of the store had. An error of one of several names it. */
async function ofEach<T>(
  crates: readonly string[],
  { options, io }: Printing,
  job: (argument: CrateArgument, reading: ListTermsOptions) => Promise<T>,
): Promise<{ readonly crate: string; readonly found: T }[]> {
  const { withNamedCrate } = await import('../../tasks/argument/named-crate.js');
  const reading = await readingOf(options, io);
  return withStore(options, 'read', async (open) => {
    const found: { readonly crate: string; readonly found: T }[] = [];
    for (const crate of crates) {
      const own = { ...reading, onDocument: ({ report }: CrateDocument) => printNotes(io, options, crate, report) };
      const done = withNamedCrate(crate, open, {
        elsewhere: (place) => job(place, own),
        stored: async (snapshot, graph) => {
          const { storedDocument } = await import('../../tasks/argument/stored-crate.js');
          const { bytes } = await storedDocument(snapshot, graph, own);
          return job(bytes, own);
        },
      });
      found.push({
        crate,
        found: await (crates.length === 1 ? done : done.catch((error) => throwNamed(crate, error))),
      });
    }
    return found;
  });
}

/** Throws an error again, so that it names the crate, also one without a file. */
function throwNamed(crate: string, error: unknown): never {
  if (!(error instanceof CrateError) || error.details['file'] !== undefined) throw error;
  const { code, message, hint, details } = error;
  throw new CrateError(code, message, { hint, details: { crate, ...details }, cause: error });
}

function row(term: ListedTerm | UnitedTerm): (string | number | undefined)[] {
  const { name, iri, origin, context, uses, definition, problems } = term;
  const count = (role: TermRole) => (uses[role] === 0 ? undefined : uses[role]);
  const shown = iri === undefined ? 'not defined by the context' : problems.map(({ message }) => message).join('; ');
  const from = origin === 'profile' ? context : ORIGINS[origin];
  const crates = 'crates' in term ? [term.crates.length] : [];
  return [name, iri, from, ...crates, count('property'), count('class'), count('term'), definition, shown];
}

const ORIGINS: Readonly<Record<ListedTerm['origin'], string>> = {
  'ro-crate': 'RO-Crate',
  local: 'the crate',
  profile: 'a profile',
  iri: 'its IRI',
  undefined: 'nowhere',
};
