import type { CrateView } from '../site/door.js';
import { Report } from '../crate/read/report.js';
import type { LoadRecord } from '../tasks/stored/load-records.js';
import { printMessage, type Io } from './io.js';
import type { ReadingChoice, StoreOption } from './options.js';
import { readingOf, withStore } from './resources.js';

/** A crate of a command line as people read it. */
export interface NamedView {
  readonly view: CrateView;
  readonly report: Report;
  /** The loads of a crate of the store, in their order; undefined for a crate elsewhere. */
  readonly records?: readonly LoadRecord[];
  /** Where a crate elsewhere is: path or address; undefined for a stream. */
  readonly file?: string | undefined;
  /** RO-Crate version of a crate elsewhere; undefined if the descriptor names none. */
  readonly version?: string | undefined;
}

/**
 * Opens a crate that an argument names, anywhere or in the store, as people read it.
 * @throws CrateError as `withNamedCrate` and `openCrateDocument`
 */
export async function namedView(io: Io, argument: string, options: ReadingChoice & StoreOption): Promise<NamedView> {
  const { loadViews } = await import('../site/door.js');
  const { openCrateView, openStoredView } = await loadViews();
  const { withNamedCrate } = await import('../tasks/argument/named-crate.js');
  const reading = await readingOf(options, io);
  return withStore(options, 'read', (open) =>
    withNamedCrate<NamedView>(argument, open, {
      stored: async (snapshot, graph) => {
        const { loadRecords } = await import('../tasks/stored/load-records.js');
        const { view } = await openStoredView(snapshot, graph, reading.contexts);
        return { view, report: new Report(), records: await loadRecords(snapshot, { graph }) };
      },
      elsewhere: async (place) => {
        const { openCrateDocument } = await import('../package/open/open-crate.js');
        const document = await openCrateDocument(place, reading);
        if (options.strict === true) await document.check();
        const { report, file, version } = document;
        return { view: await openCrateView(document), report, file: file === '-' ? undefined : file, version };
      },
    }),
  );
}

/** Says why terms are named after their IRIs. */
export function noteMissingContext(io: Io, { missingContext }: CrateView): void {
  if (missingContext !== undefined)
    printMessage(
      io,
      `note: terms that only the crate defines are named after their IRIs: ${missingContext}; --contexts names a folder of contexts`,
    );
}
