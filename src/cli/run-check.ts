import { Baseline, readBaseline } from '../tasks/check/baseline.js';
import type { NamedResult, UncheckedCrate } from '../tasks/check/check-crates.js';
import { severitiesFrom } from '../tasks/check/junit-report.js';
import { wouldReplace, hasContent } from '../base/disk/existing-file.js';
import type { CheckCommandOptions } from './check-options.js';
import { checkedCrates, repairedCrates, type CheckedResult } from './checked-crates.js';
import { countOf } from './count-of.js';
import { findingsReport, type FindingsReport } from './findings-report.js';
import { printMessage, writeOutput, type Io } from './io.js';
import { sayWritten } from './output.js';
import { addCounts, countsInWords, countsOf } from './print-findings.js';
import { printError } from './reporting.js';
import { readingOf, secondsOf, withStore } from './resources.js';
import { SettingsOfCrates } from './settings-of-crates.js';

/** A run of `check`: where its report goes, and whether it has failed. */
interface CheckRun {
  readonly io: Io;
  readonly options: CheckCommandOptions;
  readonly report: FindingsReport;
  readonly settings: SettingsOfCrates;
  /** Of an earlier run: known findings are not reported. */
  readonly known: Baseline | undefined;
  /** Of this run: all findings go there. */
  readonly written: Baseline | undefined;
}

/**
 * Checks the crates of a command line and reports what is found.
 * @returns whether the check has failed
 * @throws CrateError as `checkCrates`, and for settings and a baseline that cannot be read
 */
export async function runCheck(
  io: Io,
  crates: readonly string[],
  options: CheckCommandOptions & { readonly isDocumentOnStdout: boolean },
): Promise<boolean> {
  const { output, quiet, format, fix, baseline, writeBaseline } = options;
  const settings = settingsOf(io, options);
  await settings.checkGiven();
  const known = baseline === undefined ? undefined : await readBaseline(baseline);
  if (writeBaseline !== undefined) await requireBaseline(writeBaseline);
  const written = writeBaseline === undefined ? undefined : new Baseline(writeBaseline);
  const isJson = options.json === true ? 'json' : options.sarif === true ? 'sarif' : undefined;
  const view = { io, crates, all: options.all === true };
  const report = findingsReport(isJson ?? format ?? 'text', view);
  const run: CheckRun = { io, options, report, settings, known, written };
  // The repaired document takes stdout, so the findings go to stderr.
  const ownIo = options.isDocumentOnStdout ? { ...io, stdout: io.stderr } : io;
  const file = fix === true ? undefined : output;
  const pieces: string[] = [];
  const write = async (piece: string) => {
    if (file !== undefined) pieces.push(piece);
    else if (piece !== '') await writeOutput(ownIo, undefined, [piece]);
  };
  const hasFailed = await checkAll(run, crates, write);
  await write(report.end());
  if (file !== undefined) {
    await writeOutput(io, file, pieces);
    await sayWritten(io, options, 'report');
  }
  if (writeBaseline !== undefined && written !== undefined) {
    await writeOutput(io, writeBaseline, [written.text()]);
    if (quiet !== true) printMessage(io, `wrote ${writeBaseline}: ${countOf(written.left, 'finding')}`);
  }
  if (known !== undefined && known.left > 0 && quiet !== true)
    printMessage(
      io,
      `${baseline}: ${countOf(known.left, 'finding')} of it not found again; --write-baseline makes it smaller`,
    );
  return hasFailed;
}

/** Checks one crate after the other. @returns whether any of them fails */
async function checkAll(
  run: CheckRun,
  crates: readonly string[],
  write: (piece: string) => Promise<void>,
): Promise<boolean> {
  const { io, options, report, settings, written } = run;
  const { fix, quiet } = options;
  const counts = countsOf([]);
  let checked = 0;
  let unchecked = 0;
  let hasFailed = false;
  await withStore(options, 'read', async (store) => {
    for await (const found of await resultsOf(run, crates, store)) {
      const { failOn = 'error' } = 'error' in found ? {} : await settings.of(found.document);
      const failing = severitiesFrom(failOn);
      if ('error' in found) {
        unchecked += 1;
        hasFailed = true;
        printError(io, found.error);
        await write(report.add({ result: found, failing }));
        continue;
      }
      const result = withoutKnown(found, run.known);
      written?.add(result);
      checked += 1;
      addCounts(counts, countsOf(result.findings));
      await write(report.add({ result, failing }));
      const isPending =
        fix === true && options.dryRun === true && (result.fixes?.length ?? 0) > 0 && failOn !== 'never';
      const isNotRun = options.failOnNotRun === true && result.findings.some(({ rule }) => rule === 'shape-not-run');
      const isBroken = result.findings.some(({ severity }) => failing.includes(severity));
      if (written === undefined && (isPending || isNotRun || isBroken)) hasFailed = true;
    }
  });
  if (checked + unchecked === 0 && quiet !== true)
    printMessage(io, 'nothing was checked: the store has no crates; `crategraph check my-crate/` checks a folder');
  const failures = unchecked === 0 ? '' : `; ${countOf(unchecked, 'crate')} could not be checked`;
  if (checked + unchecked > 1 && quiet !== true)
    printMessage(io, `${countOf(checked, 'crate')}: ${countsInWords(counts)}${failures}`);
  return hasFailed;
}

type OpenedStore = Parameters<Parameters<typeof withStore>[2]>[0];

async function resultsOf(
  { io, options, settings }: CheckRun,
  crates: readonly string[],
  store: OpenedStore,
): Promise<AsyncIterable<CheckedResult | UncheckedCrate>> {
  const { contexts, packages } = await readingOf(options, io);
  const { files, checksums, shapes, timeout, output, dryRun, quiet } = options;
  const shapeSeconds = timeout === undefined ? undefined : secondsOf(timeout);
  const settingsOfCrate = (document: string | undefined) => settings.of(document);
  const checking = { contexts, packages, files, checksums, shapes, shapeSeconds, store, settingsOf: settingsOfCrate };
  return options.fix === true
    ? repairedCrates(io, crates, { output, dryRun, quiet }, checking)
    : checkedCrates(crates, checking);
}

function settingsOf(io: Io, { select, ignore, profile, failOn, config, quiet }: CheckCommandOptions): SettingsOfCrates {
  return new SettingsOfCrates({
    given: { select, ignore, profile, failOn },
    config,
    onFile: (line) => (quiet === true ? undefined : printMessage(io, line)),
  });
}

function withoutKnown(result: NamedResult, known: Baseline | undefined): CheckedResult {
  if (known === undefined) return result;
  const findings = known.newIn(result);
  return { ...result, findings, known: result.findings.length - findings.length };
}

/** Refuses to write a baseline over something else. @throws CrateError ERR_OUTPUT */
async function requireBaseline(file: string): Promise<void> {
  if (!(await hasContent(file))) return;
  try {
    await readBaseline(file);
  } catch {
    throw wouldReplace(file, ' and is no baseline');
  }
}
