import { CrateError } from '../base/errors.js';
import { quotedName } from '../base/quoted-name.js';
import { shellWord } from '../base/shell-word.js';
import type { Crate } from '../crate/entities/crate.js';
import type { OpenCrateOptions } from '../package/open/open-crate.js';
import { styleOn } from './colours.js';
import { placeFromHere } from './crate-label.js';
import { textDifference } from './text-difference.js';
import { printMessage, writeJson, writeOutput, type Io } from './io.js';
import type { JsonOption, QuietOption, ReadingChoice, StoreOption } from './options.js';
import { sayWritten } from './output.js';
import { readingOf, withStore } from './resources.js';

/** Values of the options of a verb that edits a crate. */
export interface EditChoice extends Omit<ReadingChoice, 'strict'>, StoreOption, QuietOption, JsonOption {
  readonly dryRun?: boolean;
}

/** An edit of a crate. */
export interface CrateEdit {
  readonly edit: (crate: Crate) => void;
  /** Says why there is nothing to change. */
  readonly same: string;
}

/** What became of a crate. */
interface Edited {
  readonly before: string;
  readonly after: string;
  /** The file that was written, or would be; `-` for stdout; undefined for a crate of the store. */
  readonly output: string | undefined;
  /** Of a crate of the store. */
  readonly graph?: string;
}

/**
 * Edits a crate where it is: the metadata file of a folder, an archive, a crate of the store; a document from stdin goes
 * to stdout. Shows the lines that differ.
 * @throws CrateError ERR_USAGE for an address, which cannot be changed; what the edit throws: then nothing is changed
 */
export async function editNamedCrate(
  io: Io,
  argument: string,
  { edit, same }: CrateEdit,
  options: EditChoice,
): Promise<void> {
  const isTrial = options.dryRun === true;
  const { contexts, packages } = await readingOf(options, io);
  const { withNamedCrate } = await import('../tasks/argument/named-crate.js');
  const edited = await withStore(options, isTrial ? 'read' : 'change', async (open): Promise<Edited> => {
    const { graph, place = '-' } = await withNamedCrate<{ graph?: string; place?: string }>(argument, open, {
      stored: async (_, found) => ({ graph: found }),
      elsewhere: async (found) => ({ place: found }),
    });
    if (graph === undefined) return editAt(place, edit, { contexts, packages, trial: isTrial });
    const { editStoredCrate } = await import('../tasks/query/edit-stored-crate.js');
    const texts = await editStoredCrate(await open(), graph, edit, { contexts, packages, trial: isTrial });
    return { ...texts, output: undefined, graph };
  });
  await report(io, argument, { ...edited, same }, options);
}

/** Edits the metadata file or archive at a place. */
async function editAt(
  place: string,
  edit: (crate: Crate) => void,
  { trial, ...options }: OpenCrateOptions & { readonly trial: boolean },
): Promise<Edited> {
  const { openCrate } = await import('../tasks/author/local-crate.js');
  const crate = await openCrate(place, options);
  const output = crate.path ?? (place === '-' ? '-' : undefined);
  if (output === undefined)
    throw new CrateError('ERR_USAGE', `${quotedName(place)} cannot be changed where it is`, {
      hint: `retrieve it first, with \`crategraph fetch ${shellWord(place)} -o my-crate/\``,
    });
  const before = crate.toString();
  edit(crate);
  const after = crate.toString();
  if (before !== after && output !== '-') await (trial ? crate.requireWritableArchive() : crate.save());
  return { before, after, output };
}

async function report(io: Io, argument: string, edited: Edited & Pick<CrateEdit, 'same'>, options: EditChoice) {
  const { before, after, output, graph, same } = edited;
  const isChanged = before !== after;
  const isTrial = options.dryRun === true;
  const name = output === undefined || output === '-' ? argument : placeFromHere(output);
  if (output === '-' && !isTrial) {
    if (options.json === true)
      throw new CrateError('ERR_USAGE', '--json does not work here: the document is on stdout', {
        hint: 'leave --json out',
      });
    await writeOutput(io, undefined, [after]);
  } else if (options.json === true)
    await writeJson(io, [{ crate: argument, output, graph, changed: isChanged, dryRun: isTrial }], 2);
  else if (isChanged && (isTrial || options.quiet !== true)) {
    const difference = textDifference(name, [before, after], styleOn(io.stdout, io), 'edited');
    await writeOutput(io, undefined, [`${[...difference].join('\n')}\n`]);
  }
  if (options.quiet === true) return;
  if (!isChanged) printMessage(io, `nothing to change: ${same}`);
  else if (isTrial) printMessage(io, 'dry run: nothing is written');
  else if (output !== undefined) await sayWritten(io, { output: name }, 'crate');
  else printMessage(io, `changed ${argument} in the store`);
}
