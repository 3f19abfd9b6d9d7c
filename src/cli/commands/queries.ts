import type { DefineCommand } from '../define-command.js';
import { show, writeOutput } from '../io.js';
import { withCommon, type CommonOptions } from '../options.js';
import { table } from '../table.js';

/** `crategraph queries`: the saved queries, or the text of one. */
export const queriesCommand: DefineCommand = (program, io) => {
  withCommon(program.command('queries'))
    .description('list the saved queries, or print one')
    .argument('[name]', 'print this query')
    .addHelpText('after', '\nExamples:\n  crategraph queries\n  crategraph queries people > my-people.rq\n')
    .action(async (name: string | undefined, options: CommonOptions) => {
      const { listQueries, savedQuery } = await import('../../queries.js');
      if (name !== undefined) {
        const query = await savedQuery(name);
        await writeOutput(io, undefined, [options.json === true ? `${JSON.stringify(query, null, 2)}\n` : query.text]);
        return;
      }
      const queries = await listQueries();
      if (options.json === true) return writeOutput(io, undefined, [`${JSON.stringify(queries, null, 2)}\n`]);
      const rows = queries.map((query) => [query.name, query.summary]);
      return show(io, await table(['name', 'summary'], rows));
    });
};
