import type { UpdateFolderOptions } from '../tasks/author/update-folder.js';
import { styleOn } from './colours.js';
import { placeFromHere } from './crate-label.js';
import { printMessage, writeJson, writeOutput, type Io } from './io.js';
import type { JsonOption, QuietOption } from './options.js';
import { sayWritten } from './output.js';
import { progressBar } from './progress.js';
import { textDifference } from './text-difference.js';

/** Values of the options of `init` that an update obeys. */
interface UpdateChoice extends UpdateFolderOptions, QuietOption, JsonOption {
  readonly dryRun?: boolean;
}

/**
 * Describes what is new in a folder that is a crate, shows the lines that differ, and writes them.
 * @throws CrateError as `updateFolder`, ERR_OUTPUT
 */
export async function updateNamedFolder(io: Io, folder: string, options: UpdateChoice): Promise<void> {
  const { updateFolder } = await import('../tasks/author/update-folder.js');
  const { quiet, json, dryRun: isTrial = false, drop = false } = options;
  const bar = await progressBar(io, options, 'files');
  const updated = await updateFolder(folder, { ...options, onProgress: bar.update }).finally(bar.stop);
  const { crate, before, added, gone, leftOut, problems, unversioned } = updated;
  const after = crate.toString();
  const output = placeFromHere(crate.path ?? folder);
  if (!isTrial && before !== after) await crate.save();
  if (json === true)
    await writeJson(io, [{ output: crate.path, added, gone, dropped: drop, leftOut, problems, unversioned }], 2);
  else if (before !== after && (isTrial || quiet !== true)) {
    const difference = textDifference(output, [before, after], styleOn(io.stdout, io), 'updated');
    await writeOutput(io, undefined, [`${[...difference].join('\n')}\n`]);
  }
  if (quiet === true) return;
  for (const problem of problems) printMessage(io, `warning: ${problem}`);
  if (gone.length > 0) {
    const shown = `${gone.slice(0, 3).join(', ')}${gone.length > 3 ? ` and ${gone.length - 3} more` : ''}`;
    printMessage(
      io,
      drop ? `no longer described: ${shown}` : `gone, and still described: ${shown}; --drop removes them`,
    );
  }
  if (before === after)
    printMessage(io, problems.length > 0 ? 'nothing to change' : 'nothing to change: the crate describes all files');
  else if (isTrial) printMessage(io, 'dry run: nothing is written');
  else
    await sayWritten(
      io,
      { output: crate.path ?? folder },
      drop ? `${added.length} new, ${gone.length} dropped` : `${added.length} new`,
    );
}
