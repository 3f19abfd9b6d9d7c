import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'commander';
import { METADATA_FILE_NAME } from '../../crate/names.js';
import type { DefineCommand } from '../commands.js';
import { writeOutput } from '../io.js';
import { contextsOf, inStore, withStore, type StoreOptions } from '../options.js';

interface ExportCommandOptions extends StoreOptions {
  readonly output?: string;
  readonly context: 'reference' | 'embed';
  readonly keepBase?: boolean;
  readonly layout: boolean;
}

/** `crategraph export`: one crate of the store as metadata document. */
export const exportCommand: DefineCommand = (program, io) => {
  withStore(program.command('export'))
    .description('write a crate of the store as metadata document: as it was loaded, with what has changed since')
    .argument('<graph>', 'IRI of the graph; see `crategraph list`')
    .option('-o, --output <place>', 'file, folder (gets a ro-crate-metadata.json), or - for stdout')
    .addOption(new Option('--context <form>', 'refer to the context or put it into the document').choices(['reference', 'embed']).default('reference'))
    .option('--no-layout', 'in a fixed order, not as the document was loaded')
    .option('--keep-base', 'leave {"@base": root} in the context')
    .addHelpText('after', '\nExamples:\n  crategraph export https://example.org/my-crate/ -o ro-crate-metadata.json\n  crategraph export "$GRAPH" | jq .\n')
    .action(async (graph: string, options: ExportCommandOptions) => {
      const { exportCrate } = await import('../../export.js');
      const contexts = await contextsOf(options, io);
      const text = await inStore(options, 'read', (store) =>
        exportCrate(store, graph, { contexts, contextForm: options.context, keepBase: options.keepBase, layout: options.layout }),
      );
      await writeOutput(io, await fileOf(options.output), [text]);
    });
};

async function fileOf(output: string | undefined): Promise<string | undefined> {
  if (output === undefined || output === '-') return output;
  const isFolder = output.endsWith('/') || (await stat(output).then((found) => found.isDirectory(), () => false));
  return isFolder ? join(output, METADATA_FILE_NAME) : output;
}
