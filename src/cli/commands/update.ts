import type { UpdateOptions } from '../../tasks/query/update-store.js';
import type { GraphDifference, GraphStore } from '../../store/port.js';
import { countOf } from '../count-of.js';
import { differenceLines, printDifference } from '../difference-lines.js';
import { onInterruption } from '../interruption.js';
import { printLines, printMessage, writeJson, type Io } from '../io.js';
import {
  jsonOption,
  parameterOption,
  parametersFrom,
  quietOption,
  storeOption,
  timeoutOption,
  withOptions,
} from '../options.js';
import { progressBar } from '../progress.js';
import type { DefineCommand, JsonOption, QuietOption, StoreOption } from '../options.js';
import { graphIn, inStore, timeLimit } from '../resources.js';
import { aboutText, sparqlText } from '../sparql-text.js';

interface UpdateCommandOptions extends StoreOption, QuietOption, JsonOption {
  readonly file?: string;
  readonly crate?: string;
  readonly timeout?: string;
  readonly dryRun?: boolean;
  readonly param?: string[];
}

const HELP = `
Well-known prefixes (schema:, dcterms:, ...) and those of the crates need no
PREFIX.

Example:
  crategraph update --dry-run 'DELETE { GRAPH ?g { ?p schema:name ?old } }
    INSERT { GRAPH ?g { ?p schema:name ?new } }
    WHERE { GRAPH ?g { ?p a schema:Person ; schema:name ?old } }' \\
    --param old="Ada Brook" --param new="Ada M. Brook"
`;

/** `crategraph update`: runs a SPARQL Update on the store. */
export const updateCommand: DefineCommand = (command, io) => {
  command
    .argument('[text]', 'the update; - for stdin')
    .option('-f, --file <file>', 'read the update from a file')
    .option(
      '--crate <crate>',
      'crate of the store for the triples that stand outside GRAPH: handle, IRI, source or name',
    )
    .option('--dry-run', 'show what the update would change, crate by crate, and change nothing')
    .addHelpText('after', HELP);
  withOptions(command, parameterOption(), timeoutOption(), storeOption(), quietOption(), jsonOption()).action(
    async (text: string | undefined, options: UpdateCommandOptions) => {
      const signal = timeLimit(options);
      const parameters = parametersFrom(options.param ?? []);
      const sparql = await sparqlText(text, options.file, io);
      const asked = { crate: options.crate, parameters, signal };
      const changed = await (options.dryRun === true ? preview : change)(sparql, asked, options, io).catch(
        (error: unknown) => {
          throw aboutText(error, options.file);
        },
      );
      if (options.quiet === true) return;
      if (changed.length === 0)
        printMessage(io, 'warning: nothing to change: the update matched nothing, or the store states it already');
      else if (options.dryRun === true) printMessage(io, 'dry run: the store is unchanged');
    },
  );
};

type RunUpdate = (
  sparql: string,
  asked: UpdateOptions,
  options: UpdateCommandOptions,
  io: Io,
) => Promise<readonly GraphDifference[]>;

const change: RunUpdate = async (sparql, asked, options, io) => {
  const { updateStore } = await import('../../tasks/query/update-store.js');
  const changed = await withProgress(io, options, async (onProgress) =>
    inStore(options, 'change', async (store) => {
      const differences = await updateStore(store, sparql, { ...(await inGraph(store, asked)), onProgress });
      onInterruption('the change was committed');
      return differences;
    }),
  );
  if (options.json === true) await writeJson(io, changed);
  else
    await printLines(
      io,
      changed.map((one) => `changed   ${sizesOf(one)}`),
    );
  return changed;
};

const preview: RunUpdate = async (sparql, asked, options, io) => {
  const { previewUpdate } = await import('../../tasks/query/preview-update.js');
  const previews = await withProgress(io, options, async (onProgress) =>
    inStore(options, 'read', async (store) =>
      previewUpdate(store, sparql, { ...(await inGraph(store, asked)), onProgress }),
    ),
  );
  if (options.json === true) await writeJson(io, previews);
  else
    await printDifference(
      io,
      previews.flatMap((one) => [`would change   ${sizesOf(one)}`, ...differenceLines(one.difference)]),
    );
  return previews;
};

/** Runs work with a progress bar for its steps. */
async function withProgress<T>(
  io: Io,
  options: QuietOption,
  work: (onProgress: UpdateOptions['onProgress']) => Promise<T>,
): Promise<T> {
  const bar = await progressBar(io, options, 'crates');
  return work((done, total, graph, step) => bar.update(done, total, graph, `crates ${step}`)).finally(() => bar.stop());
}

/** Replaces the name of the crate by its graph. */
async function inGraph(store: GraphStore, asked: UpdateOptions): Promise<UpdateOptions> {
  return asked.crate === undefined ? asked : { ...asked, crate: await graphIn(store, asked.crate) };
}

function sizesOf({ graph, added, removed }: GraphDifference): string {
  return `${graph}  ${countOf(added, 'quad')} added, ${removed} removed`;
}
