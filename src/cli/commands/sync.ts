import { Option } from 'commander';
import { CrateError } from '../../base/errors.js';
import { SOURCE_KINDS } from '../../tasks/sync/source-kinds.js';
import type { ItemResult } from '../../tasks/sync/sync-commits.js';
import type { SyncReport } from '../../tasks/sync/sync-catalogue.js';
import { countOf } from '../count-of.js';
import { crateLabel, placeFromHere } from '../crate-label.js';
import { differenceLines, printDifference } from '../difference-lines.js';
import { onInterruption } from '../interruption.js';
import { printLines, printMessage, writeJson } from '../io.js';
import { exclusive } from '../option-rules.js';
import { jsonOption, parallelOption, quietOption, readingOptions, storeOption, withOptions } from '../options.js';
import type { DefineCommand, JsonOption, QuietOption, ReadingChoice, StoreOption } from '../options.js';
import { progressBar } from '../progress.js';
import { printError } from '../reporting.js';
import { inStore, readingOf } from '../resources.js';
import { NoteSums } from '../load-summary.js';
import type { SyncSource } from '../sync-settings.js';

interface SyncCommandOptions extends ReadingChoice, StoreOption, QuietOption, JsonOption {
  readonly as?: string;
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly full?: boolean;
  readonly diff?: boolean;
  readonly robots: boolean;
  readonly contact?: string;
  readonly parallel?: number;
  readonly config?: string;
}

const HELP = `
Examples:
  crategraph sync crates/
  crategraph sync crates.csv --contact me@example.org
  crategraph sync crates.csv --dry-run
  crategraph sync

Without a catalogue it reads crategraph.toml:
  store = "graph.cg"
  contact = "me@example.org"
  [[source]]
  catalogue = "https://example.org/sitemap.xml"
  kind = "sitemap"

A crate is read if it is new or may have changed. One that the catalogue has no
more stays and is marked (prov:invalidatedAtTime in <urn:crategraph:catalogue>);
--prune removes it, unless it was changed in the store. A sync that is stopped
goes on where it was. Each host gets one request after the other, and what its
robots.txt does not allow is not asked for.
`;

/** `crategraph sync`: brings the store up to date with catalogues, and prints what has changed. */
export const syncCommand: DefineCommand = (command, io, status) => {
  command
    .argument('[catalogue...]', 'path or address of a catalogue of crates')
    .addOption(
      new Option('--as <kind>', 'the kind of the catalogue (default: what it looks like)').choices(
        SOURCE_KINDS.map(({ name }) => name),
      ),
    )
    .option('--dry-run', 'only print what would be read, and why')
    .option('--prune', 'remove the crates that the catalogue has no more')
    .option('--full', 'read all crates again, also those that seem unchanged')
    .option('--diff', 'print what is another in each crate that changes')
    .option('--no-robots', 'read also what the robots.txt of a host does not allow')
    .option('--contact <text>', 'a mail or web address for the people of the servers')
    .option('--config <file>', 'file that names the catalogues (default: crategraph.toml)')
    .addHelpText('after', `${HELP}\nKinds of catalogues:\n${kindLines()}\n`);
  exclusive(command, '--dry-run', '--prune', 'a dry run removes nothing');
  exclusive(command, '--dry-run', '--diff', 'a dry run reads no crate');
  withOptions(command, parallelOption(), storeOption(), readingOptions(), quietOption(), jsonOption()).action(
    async (catalogues: string[], options: SyncCommandOptions) => {
      const { syncCatalogue } = await import('../../tasks/sync/sync-catalogue.js');
      const { as: kind, dryRun, prune, full, diff, parallel } = options;
      const settings = await settingsOf(catalogues, options);
      const reading = await readingOf(options, io);
      const bar = await progressBar(io, options, 'crates');
      onInterruption('what was read so far is in the store, and the next sync goes on from there');
      const named = command.getOptionValueSource('store') === 'default' ? (settings.store ?? options.store) : options.store; // prettier-ignore
      const { isNewStore } = await import('../../store/open-store.js');
      // Compared with a store that is not there yet, everything is new.
      const place = dryRun === true && (await isNewStore(named)) ? 'memory:' : named;
      await inStore(
        { ...options, store: place },
        dryRun === true && place === named ? 'read' : 'write',
        async (store) => {
          const sync = { ...{ prune, full, diff, parallel, dryRun }, ...reading, onProgress: bar.update };
          for (const { catalogue, ...source } of settings.sources) {
            const items: ItemResult[] = [];
            const notes = new NoteSums();
            const onItem = async (item: ItemResult) => {
              if (item.status === 'failed') status.code = 1;
              notes.add(item.source, item);
              if (options.json === true) items.push(item);
              else {
                bar.clear();
                await printItem(item);
              }
            };
            const asked = { kind: source.kind ?? kind, robots: options.robots && source.robots !== false };
            const contact = options.contact ?? settings.contact;
            try {
              const report = await syncCatalogue(store, catalogue, { ...sync, ...asked, contact, onItem });
              if (options.json === true) await writeJson(io, [{ ...report, items: items.filter(isNews) }]);
              if (options.quiet === true) continue;
              bar.clear();
              const print = (text: string) => printMessage(io, text);
              notes.print(print);
              if (options.json !== true) print(summary(report, dryRun === true));
            } catch (error) {
              // The others are not to wait until this one can be read.
              if (!(error instanceof CrateError) || settings.sources.length === 1) throw error;
              status.code = 1;
              bar.clear();
              if (options.json === true) await writeJson(io, [{ catalogue, error, items: items.filter(isNews) }]);
              else printError(io, error);
            }
          }
        },
      ).finally(bar.stop);
    },
  );

  /** What has changed goes to stdout as it comes, and what failed to stderr. */
  async function printItem(item: ItemResult): Promise<void> {
    if (item.error !== undefined) printError(io, item.error);
    else if (isNews(item)) await printLines(io, [line(item)]);
    if (item.difference !== undefined) await printDifference(io, differenceLines(item.difference));
  }
};

/** Columns for the names of kinds in the help. */
const NAME_WIDTH = 12;

/** The kinds of catalogues with what they are. */
function kindLines(): string {
  return SOURCE_KINDS.map(({ name, meaning }) => `  ${name.padEnd(NAME_WIDTH)}  ${meaning}`).join('\n');
}

/** What a sync reads: the catalogues of the command line, or those of a file. */
async function settingsOf(
  catalogues: readonly string[],
  { config }: SyncCommandOptions,
): Promise<{ store?: string | undefined; contact?: string | undefined; sources: readonly SyncSource[] }> {
  if (catalogues.length > 0 && config === undefined) return { sources: catalogues.map((catalogue) => ({ catalogue })) };
  const { syncSettings } = await import('../sync-settings.js');
  const settings = await syncSettings(config);
  return catalogues.length === 0 ? settings : { ...settings, sources: catalogues.map((catalogue) => ({ catalogue })) };
}

function isNews({ status }: ItemResult): boolean {
  return status !== 'unchanged';
}

function line({ status, source, quads, ...crate }: ItemResult): string {
  const label = crateLabel(crate);
  const parts = [label, quads === undefined ? '' : countOf(quads, 'quad'), placeFromHere(source)];
  return `${status.padEnd(9)} ${parts.filter((part) => part !== '').join('  ')}`;
}

function summary({ catalogue, kind, listed, counts, requests, bytes, seconds }: SyncReport, isDry: boolean): string {
  const named = Object.entries(counts).map(([status, count]) => `${count} ${WORDS[status] ?? status}`);
  const asked = requests === 0 ? '' : `; ${countOf(requests, 'request')}, ${bytes} bytes`;
  const what = named.length === 0 ? 'nothing' : named.join(', ');
  return `${isDry ? 'dry run: ' : ''}${placeFromHere(catalogue)} (${kind}): ${listed} listed: ${what}${asked}; ${seconds.toFixed(1)} s`;
}

/** What the counts of a dry run are called. */
const WORDS: Readonly<Record<string, string>> = { ask: 'to ask for', changed: 'changed', gone: 'gone' };
