import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CrateError } from '../base/errors.js';
import { isRepair, meaningOf } from '../crate/read/report.js';
import { firstBytesOf } from '../base/disk/read-file.js';
import { outputError, writeNamedFile } from '../base/disk/write-file.js';
import type { ConversionResult } from '../tasks/load/convert-crates.js';
import type { LoadResult } from '../tasks/load/load-crates.js';
import { PASSED_OVER, type PassedOver } from '../package/open/passed-over.js';
import type { LoadOutcome } from './load-summary.js';
import { printableJson } from './printable.js';

/** How much of a file shows whether it is a report. */
const HEAD = 64;

/**
 * Checks, before the work begins, that its report can be written. A report replaces only an earlier report.
 * @param others other files that the command line names, by option
 * @throws CrateError ERR_USAGE, ERR_OUTPUT
 */
export async function checkReport(path: string, others: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (path === '-')
    throw new CrateError('ERR_USAGE', '--report needs the name of a file', { hint: '--json prints results to stdout' });
  for (const [option, other] of Object.entries(others))
    if (other !== undefined && resolve(path) === resolve(other))
      throw new CrateError('ERR_USAGE', `--report and ${option} name the same file`, {
        hint: 'give the report another name',
      });
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) {
    const problem = found && Object.assign(new Error(), { code: 'EISDIR' });
    await access(dirname(resolve(path)), constants.W_OK).catch((error: unknown) =>
      Promise.reject(outputError(path, error)),
    );
    if (problem !== undefined) throw outputError(path, problem);
  } else if (found.isFile() && found.size > 0 && !/^\{"crate":"/.test(firstBytesOf(path, HEAD).toString('utf8')))
    throw new CrateError('ERR_OUTPUT', `${path} exists and is not the report of a load`, {
      hint: 'give the report another name',
      details: { file: path },
    });
}

/**
 * Writes one JSON object per line for each crate, and then for each file that was passed over.
 * @throws CrateError ERR_OUTPUT
 */
export async function writeReport(path: string, outcome: LoadOutcome): Promise<void> {
  await writeNamedFile(path, reportLines(outcome));
}

function* reportLines({ results, passedOver }: LoadOutcome): Generator<string> {
  for (const result of results) yield resultLine(result);
  for (const file of passedOver) yield passedOverLine(file);
}

/** The line of a crate in a report. */
export function resultLine({ notes = [], ...result }: LoadResult | ConversionResult): string {
  const described = notes.map(({ kind, detail, pointer }) => ({
    kind,
    level: isRepair(kind) ? 'repair' : 'warning',
    meaning: meaningOf(kind),
    detail,
    pointer,
  }));
  return `${printableJson(JSON.stringify({ ...result, notes: described }))}\n`;
}

/** The line of a file that a folder tree passes over. */
export function passedOverLine({ file, reason }: PassedOver): string {
  return `${printableJson(JSON.stringify({ crate: file, status: 'skipped', reason: PASSED_OVER[reason] }))}\n`;
}
