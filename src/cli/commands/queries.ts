import { writeJson, writeOutput } from '../io.js';
import { refuse, tableFormat } from '../option-rules.js';
import {
  jsonOption,
  tableFormatOption,
  tableOptions,
  withOptions,
  type DefineCommand,
  type JsonOption,
} from '../options.js';
import { printTable, type TableChoice } from '../table.js';

const HELP = `
Examples:
  crategraph queries
  crategraph queries people > my-people.rq
`;

/** `crategraph queries`: lists the saved queries, or prints one. */
export const queriesCommand: DefineCommand = (command, io) => {
  command.argument('[name]', 'print this query').addHelpText('after', HELP);
  withOptions(command, jsonOption(), tableFormatOption(), tableOptions());
  tableFormat(command);
  command.action(async (name: string | undefined, options: JsonOption & TableChoice) => {
    const { listQueries, savedQuery } = await import('../../store/saved-queries.js');
    if (name !== undefined) {
      refuse(command, ['--columns', '--wide', '--format'], 'with the name of a query', 'list all queries');
      const query = await savedQuery(name);
      return options.json === true ? writeJson(io, [query], 2) : writeOutput(io, undefined, [query.text]);
    }
    const queries = await listQueries();
    if (options.json === true) return writeJson(io, [queries], 2);
    const rows = queries.map((query) => [
      query.name,
      query.parameters.map((parameter) => parameter.name).join(' '),
      query.summary,
    ]);
    return printTable(io, { header: ['name', 'parameters', 'summary'], rows }, options);
  });
};
