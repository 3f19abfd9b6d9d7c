import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { ConvertOptions } from '../tasks/convert/open-convertible.js';
import type { CrateArgument } from '../package/open/crate-argument.js';
import { refuse } from './option-rules.js';
import type { StoreOption } from './options.js';
import { withStore } from './resources.js';

/** Where to look for a crate to convert, and how to open it. */
export interface NamedConvertible<O> {
  readonly command: Command;
  readonly store: StoreOption;
  readonly options: O;
}

/**
 * Does a job for the crate that an argument names. The document of a crate of the store is the one that an export
 * writes; its files are at the place that it was loaded from, if that still exists.
 * @throws CrateError as `withNamedCrate`, and what the job throws
 */
export async function withNamedConvertible<O extends ConvertOptions, T>(
  argument: string,
  { command, store, options }: NamedConvertible<O>,
  job: (crate: CrateArgument, options: O) => Promise<T>,
): Promise<T> {
  const { withNamedCrate } = await import('../tasks/argument/named-crate.js');
  return withStore(store, 'read', (open) =>
    withNamedCrate(argument, open, {
      elsewhere: (place) => job(place, options),
      stored: async (snapshot, graph) => {
        refuse(command, ['--base', '--arcp', '--strict'], 'with a crate of the store', 'give the place of the crate');
        const { storedDocument } = await import('../tasks/argument/stored-crate.js');
        const { loadRecords } = await import('../tasks/stored/load-records.js');
        const { bytes } = await storedDocument(snapshot, graph, options);
        const records = await loadRecords(snapshot, { graph });
        const files = records.map(({ source }) => source).find((source) => source !== '-' && existsSync(source));
        return job(bytes, { ...options, files, base: records[0]?.base, name: graph });
      },
    }),
  );
}
