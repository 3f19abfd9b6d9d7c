import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { writeNamedFile } from '../base/disk/write-file.js';
import { CrateError } from '../base/errors.js';
import type { ConversionResult, ConvertedCrate } from '../tasks/load/convert-crates.js';
import type { PassedOver } from '../package/open/passed-over.js';
import { NQUADS } from '../base/rdf/syntaxes.js';
import { countOf } from './count-of.js';
import { onInterruption } from './interruption.js';
import { printMessage, type Io } from './io.js';
import { checkReport, passedOverLine, resultLine } from './load-report.js';
import { listedCrates } from './crate-list.js';
import type { EachChoice } from './each-options.js';
import { refuse } from './option-rules.js';
import type { ReadingChoice } from './options.js';
import { compressible, outputFormat } from './output-format.js';
import { writeRdf, type WrittenChoice } from './output.js';
import { printError } from './reporting.js';
import { readingOf } from './resources.js';

/** How one list is converted. */
interface EachOptions extends EachChoice, ReadingChoice, WrittenChoice {
  readonly format?: string;
  readonly from?: string;
}

/** What one crate has, and a list has not. */
const FOR_ONE = ['--graph', '--keep-base', '--base', '--arcp', '--root', '--store', '--json'];

/** `convert --each`: converts the crates of a list that is still being written. */
export async function convertEach(
  io: Io,
  options: EachOptions,
  self: Command,
  status: { code: number },
): Promise<void> {
  refuse(self, FOR_ONE, 'with --each', 'convert one crate');
  const rule = { formats: compressible([NQUADS]), option: '--format', chosen: options.format };
  const to = outputFormat(options.output, rule) ?? NQUADS.name;
  if (to !== NQUADS.name)
    throw new CrateError('ERR_USAGE', `--each writes N-Quads, not ${to}`, {
      hint: 'leave --format out, or name the output as in crates.nq.gz',
    });
  if (options.report !== undefined) await checkReport(options.report, { '--output': options.output });
  onInterruption((options.output ?? '-') === '-' ? 'the output may end within a crate' : 'nothing was written');
  const { convertCrates } = await import('../tasks/load/convert-crates.js');
  const report = new EachReport(io, options);
  const { from, jobs, skolem } = options;
  const crates = convertCrates(listedCrates(io.stdin, options.null === true ? '\0' : '\n'), {
    ...(await readingOf(options, io)),
    from,
    jobs,
    skolem,
    allNotes: options.report !== undefined,
    onPassedOver: (file) => report.addPassedOver(file),
  });
  try {
    // Without --report, stderr has JSON lines and nothing else.
    const quiet = options.quiet === true || options.report === undefined;
    await writeRdf(io, { ...options, quiet }, { kind: to, chunks: linesOf(crates, report) });
    await report.end();
  } catch (error) {
    await report.drop();
    throw error;
  }
  if (report.failed > 0 && options.exitZero !== true) status.code = 1;
}

/** The lines of all crates. A crate is reported when all of its lines are on their way. */
async function* linesOf(crates: AsyncIterable<ConvertedCrate>, report: EachReport): AsyncGenerator<Uint8Array> {
  for await (const { result, nquads } of crates) {
    yield* nquads;
    await report.add(result);
  }
}

/** The report of a list: on stderr, or in a file that appears when all is written. */
class EachReport {
  readonly #io: Io;
  readonly #quiet: boolean;
  readonly #file: PassThrough | undefined;
  readonly #written: Promise<void> | undefined;
  #crates = 0;
  #quads = 0;
  #failed = 0;

  constructor(io: Io, { report, quiet = false }: EachOptions) {
    this.#io = io;
    this.#quiet = quiet;
    if (report === undefined) return;
    this.#file = new PassThrough();
    this.#written = writeNamedFile(report, this.#file);
    this.#written.catch(() => undefined); // not unhandled: it is awaited later
  }

  get failed(): number {
    return this.#failed;
  }

  async add(result: ConversionResult): Promise<void> {
    const { quads = 0, error } = result;
    this.#crates += 1;
    this.#quads += quads;
    if (error !== undefined) this.#failed += 1;
    await this.#print(resultLine(result), error === undefined);
    if (error !== undefined && this.#file !== undefined) printError(this.#io, error, false);
  }

  addPassedOver(file: PassedOver): void {
    void this.#print(passedOverLine(file), true);
  }

  async end(): Promise<void> {
    this.#file?.end();
    await this.#written;
    if (this.#file === undefined || this.#quiet) return;
    const done = this.#crates - this.#failed;
    printMessage(
      this.#io,
      `${countOf(this.#crates, 'crate')}: ${done} converted, ${this.#failed} failed; ${countOf(this.#quads, 'quad')}`,
    );
  }

  /** Leaves the file as it was: its crates were not written. */
  async drop(): Promise<void> {
    this.#file?.destroy(new CrateError('ERR_OUTPUT', 'the crates were not written'));
    await this.#written?.catch(() => undefined); // then its temporary file is gone
  }

  async #print(line: string, isFine: boolean): Promise<void> {
    if (this.#file === undefined) {
      if (!this.#quiet || !isFine) this.#io.stderr.write(line);
    } else if (!this.#file.write(line)) await Promise.race([once(this.#file, 'drain'), this.#written]);
  }
}
