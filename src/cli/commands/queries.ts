import { Option } from 'commander';
import { CrateError } from '../../base/errors.js';
import { printLines, writeJson, writeOutput, type Io } from '../io.js';
import { exclusive, onlyWith, refuse, tableFormat } from '../option-rules.js';
import {
  jsonOption,
  OUTPUT_GROUP,
  tableFormatOption,
  tableOptions,
  withOptions,
  type DefineCommand,
  type JsonOption,
} from '../options.js';
import { aboutText, sparqlText } from '../sparql-text.js';
import { printTable, type TableChoice } from '../table.js';

interface QueriesCommandOptions extends JsonOption, TableChoice {
  readonly save?: string;
  readonly remove?: string;
  readonly force?: boolean;
}

const HELP = `
A query of your own is a file in ~/.config/crategraph/queries (or, with
XDG_CONFIG_HOME, in crategraph/queries there). Its first lines describe it:
  #+ summary: The people of a crate
  #+ param: crate iri "IRI of the crate"

Examples:
  crategraph queries
  crategraph queries people > my-people.rq
  crategraph queries --save my-people my-people.rq
  crategraph query --name my-people
  crategraph queries --remove my-people
`;

/** `crategraph queries`: lists the saved queries, prints one, or saves and removes those of your own. */
export const queriesCommand: DefineCommand = (command, io) => {
  command
    .argument('[name]', 'print this query; with --save its file, or - for stdin')
    .option('--save <name>', 'save the query of a file under a name of your own')
    .option('--remove <name>', 'remove a query of your own')
    .addOption(new Option('--force', 'let --save replace a query of your own').helpGroup(OUTPUT_GROUP))
    .addHelpText('after', HELP);
  withOptions(command, jsonOption(), tableFormatOption(), tableOptions());
  tableFormat(command);
  onlyWith(command, '--save', ['--force']);
  exclusive(command, '--save', '--remove', 'remove one, then save the other');
  command.action(async (name: string | undefined, options: QueriesCommandOptions) => {
    const { listQueries, queriesFolder, savedQuery } = await import('../../store/saved-queries.js');
    const folder = queriesFolder(io.env);
    if (options.save !== undefined || options.remove !== undefined) {
      refuse(command, ['--columns', '--wide', '--format'], 'where no table is printed', 'list all queries');
      return changeQueries(io, folder, name, options);
    }
    if (name !== undefined) {
      refuse(command, ['--columns', '--wide', '--format'], 'with the name of a query', 'list all queries');
      const query = await savedQuery(name, { folder });
      return options.json === true ? writeJson(io, [query], 2) : writeOutput(io, undefined, [query.text]);
    }
    const queries = await listQueries({ folder });
    if (options.json === true) return writeJson(io, [queries], 2);
    const rows = queries.map((query) => [
      query.name,
      query.file === undefined ? 'crategraph' : 'your own',
      query.parameters.map((parameter) => parameter.name).join(' '),
      query.problem === undefined ? query.summary : `cannot be used: ${query.problem}`,
    ]);
    return printTable(io, { header: ['name', 'from', 'parameters', 'summary'], rows }, options);
  });
};

/** Saves the query of a file, or removes one. */
async function changeQueries(
  io: Io,
  folder: string,
  given: string | undefined,
  { save, remove = '', force, json }: QueriesCommandOptions,
): Promise<void> {
  const { removeQuery, saveQuery } = await import('../../tasks/query/save-query.js');
  const print = (status: string, name: string, file: string) =>
    json === true
      ? writeJson(io, [{ status, name, file }], 2)
      : printLines(io, [`${status.padEnd(9)} ${name}  ${file}`]);
  if (save === undefined) {
    if (given !== undefined)
      throw new CrateError('ERR_USAGE', `${given} is one argument too many: --remove takes one name`, {
        hint: 'remove one query at a time',
      });
    return print('removed', remove, await removeQuery(remove, { folder }));
  }
  if (given === undefined)
    throw new CrateError('ERR_USAGE', 'the file of the query is missing', {
      hint: 'write --save NAME FILE, or - for stdin',
    });
  const text = await sparqlText(undefined, given, io);
  await saveQuery(save, text, { folder, force }).catch((error: unknown) => {
    throw aboutText(error, given === '-' ? undefined : given);
  });
  const { queryFile } = await import('../../store/saved-queries.js');
  return print('saved', save, queryFile(folder, save));
}
