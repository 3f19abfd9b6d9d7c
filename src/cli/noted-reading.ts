import type { CrateDocument } from '../crate/read/crate-document.js';
import type { Io } from './io.js';
import type { QuietOption, ReadingChoice } from './options.js';
import { printNotes } from './reporting.js';
import { readingOf } from './resources.js';

/** What a command needs to read crates whose notes it prints. @throws CrateError as {@link readingOf} */
export async function notedReading(options: ReadingChoice & QuietOption, io: Io) {
  const onDocument = ({ file = '', report }: CrateDocument) => printNotes(io, options, file, report);
  return { ...(await readingOf(options, io)), onDocument };
}
