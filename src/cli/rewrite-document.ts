import type { Chunks } from '../base/disk/write-file.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import type { CrateArgument } from '../package/open/crate-argument.js';
import type { OpenCrateOptions } from '../package/open/open-crate.js';
import type { Io } from './io.js';
import type { ReadingChoice, StoreOption } from './options.js';
import { METADATA_DOCUMENT, type OutputFormat } from './output-format.js';
import { writeResult, type WrittenChoice } from './output.js';
import { readingOf, withStore } from './resources.js';

/** How a document is rewritten. */
export interface RewriteOptions extends ReadingChoice, StoreOption, WrittenChoice {
  readonly base?: string;
  readonly keepBase?: boolean;
}

/** A document in another form, and what was read. */
interface Rewritten {
  readonly chunks: Chunks;
  readonly read: CrateDocument;
}

/** A form that a metadata document can get. */
interface DocumentForm {
  /** What messages call the result. */
  readonly kind: string;
  readonly rewrite: (crate: CrateArgument, options: OpenCrateOptions, keepBase: boolean) => Promise<Rewritten>;
}

/** The forms, by their names as formats. */
const FORMS = {
  crate: {
    kind: 'metadata document',
    rewrite: async (crate, options) => (await import('../tasks/rewrite/flatten-crate.js')).flattenCrate(crate, options),
  },
  expanded: {
    kind: 'expanded document',
    rewrite: async (crate, options) => {
      const { expandCrate } = await import('../tasks/rewrite/expand-crate.js');
      const { document, read } = await expandCrate(crate, options);
      return { chunks: [`${JSON.stringify(document, null, 2)}\n`], read };
    },
  },
  relative: {
    kind: 'metadata document',
    rewrite: async (crate, options, keepBase) =>
      (await import('../tasks/rewrite/flatten-crate.js')).relativizeCrate(crate, options, keepBase),
  },
} satisfies Readonly<Record<string, DocumentForm>>;

/** The name of a form. */
export type FormName = keyof typeof FORMS;

/** The forms as formats of an output. */
export const DOCUMENT_FORMS: readonly OutputFormat[] = Object.keys(FORMS).map((name) => ({
  ...METADATA_DOCUMENT,
  name,
  extensions: ['json'],
  alsoExtensions: ['jsonld'],
}));

/** Writes the metadata document of a crate, which may be one of the store, in another form. */
export async function rewriteDocument(
  io: Io,
  argument: string,
  form: FormName,
  options: RewriteOptions,
): Promise<void> {
  const { kind, rewrite }: DocumentForm = FORMS[form];
  const { withNamedCrate } = await import('../tasks/argument/named-crate.js');
  const reading = { ...(await readingOf(options, io)), base: options.base };
  const { chunks, read } = await withStore(options, 'read', (open) =>
    withNamedCrate(argument, open, {
      stored: async (snapshot, graph) => {
        const { storedDocument } = await import('../tasks/argument/stored-crate.js');
        const { bytes, notes } = await storedDocument(snapshot, graph, reading);
        const rewritten = await rewrite(bytes, reading, options.keepBase === true);
        for (const note of notes) rewritten.read.report.add(note);
        return rewritten;
      },
      elsewhere: (crate) => rewrite(crate, reading, options.keepBase === true),
    }),
  );
  await writeResult(io, options, { kind, chunks, subject: argument, report: read.report });
}
