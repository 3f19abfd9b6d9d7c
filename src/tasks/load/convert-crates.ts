import type { PassedOver } from '../../package/open/passed-over.js';
import { abortable } from '../../package/abortable.js';
import { TextSet } from '../../base/rdf/text-set.js';
import { skolemizeNQuads } from '../../base/rdf/skolem.js';
import { readHere, readInThreads, type CrateReader, type ReaderOptions, type Reading } from './crate-readers.js';
import { findAll, type ListedArgument, type LoadOptions } from './load-crates.js';
import { failedCrate, type LoadResult } from './plan-crate.js';
import type { Found } from './read-crates.js';
import type { ReadCrate } from './read-crate.js';
import { Turns } from '../../base/threads/turns.js';

/** How to convert crates. */
export interface ConvertCratesOptions extends Pick<
  LoadOptions,
  'contexts' | 'packages' | 'strict' | 'allNotes' | 'signal' | 'from' | 'jobs'
> {
  /** Write blank nodes as IRIs that begin with `urn:crategraph:blank:`, so that loading twice does not double them. */
  readonly skolem?: boolean | undefined;
  /** Called with each file of a folder tree that may be a crate but is not converted. */
  readonly onPassedOver?: ((file: PassedOver) => void) | undefined;
}

/** The result of converting one crate. */
export interface ConversionResult extends Omit<LoadResult, 'status'> {
  readonly status: 'converted' | 'failed';
  /** SHA-256 of the metadata file, in hexadecimal. */
  readonly sha256?: string;
  /** An earlier crate has the same graph: a store that loads both merges them. */
  readonly repeated?: true;
}

/** A crate as the lines of its named graph. */
export interface ConvertedCrate {
  readonly result: ConversionResult;
  /** N-Quads in chunks of whole lines, all of the crate; empty if it failed. */
  readonly nquads: Iterable<Uint8Array>;
}

/**
 * Converts many crates to N-Quads, each with the named graph of its Root Data Entity, in the order of the arguments. A
 * crate that fails is reported, and the others are converted. The same crates give the same bytes. The list may be
 * endless: a crate comes out before the next ones are known, and none is read far ahead of the reader of the results.
 * @param crates as for `loadCrates`, also with their own bases, but not `-`
 * @example
 * for await (const { result, nquads } of convertCrates(['data/crates/coastal-atlas', 'data/crates/rainfall-survey'])) {
 *   console.error(result.status, result.crate);
 *   for (const chunk of nquads) process.stdout.write(chunk);
 * }
 * @throws what the list throws, and the reason of `options.signal`
 */
export async function* convertCrates(
  crates: Iterable<ListedArgument> | AsyncIterable<ListedArgument>,
  options: ConvertCratesOptions = {},
): AsyncGenerator<ConvertedCrate> {
  const reader = await chooseReader(options);
  const graphs = new TextSet();
  const turns = new Turns();
  try {
    for await (const { found, outcome } of readAsTheyCome(
      abortable(findListed(crates, options), options.signal),
      reader,
    )) {
      await turns.give();
      options.signal?.throwIfAborted();
      if ('error' in outcome) yield { result: failure(found, outcome.error), nquads: [] };
      else yield converted(found.file, outcome.read, graphs.add(outcome.read.graph), options.skolem);
    }
  } finally {
    await reader.close();
  }
}

async function chooseReader({ jobs = 1, ...options }: ConvertCratesOptions): Promise<CrateReader> {
  const reading: ReaderOptions = { ...options, layout: false };
  return (jobs > 1 ? await readInThreads(jobs, reading, new Set()) : undefined) ?? readHere(reading);
}

async function* findListed(
  crates: Iterable<ListedArgument> | AsyncIterable<ListedArgument>,
  options: ConvertCratesOptions,
): AsyncGenerator<Found> {
  for await (const listed of crates) yield* await findAll([listed], { ...options, isList: true });
}

type Outcome = { readonly read: ReadCrate } | { readonly error: unknown };

/** A crate that a reader has begun; it is read when it is the first that waits. */
class Begun {
  #outcome: Promise<Outcome> | undefined;

  constructor(
    readonly found: Found,
    readonly reading: Reading,
  ) {}

  outcome(): Promise<Outcome> {
    return (this.#outcome ??= this.reading().then(
      (read) => ({ read: read as ReadCrate }),
      (error: unknown) => ({ error }),
    ));
  }
}

/** Yields the crates in order. The reader has begun the next ones already, as far as they are known. */
async function* readAsTheyCome(
  crates: AsyncGenerator<Found>,
  reader: CrateReader,
): AsyncGenerator<{ readonly found: Found; readonly outcome: Outcome }> {
  const begun: Begun[] = [];
  const nextFound = () => {
    const next = crates.next();
    next.catch(() => undefined); // not unhandled: it is awaited later, or no more crates are wanted
    return next;
  };
  let next: Promise<IteratorResult<Found>> | undefined = nextFound();
  try {
    for (;;) {
      const [first] = begun;
      if (next !== undefined && begun.length <= reader.ahead) {
        const come: IteratorResult<Found> | Outcome = await (first === undefined
          ? next
          : Promise.race([next, first.outcome()]));
        if ('done' in come) {
          if (come.done !== true) begun.push(new Begun(come.value, begin(come.value, reader)));
          next = come.done === true ? undefined : nextFound();
          continue;
        }
      }
      if (first === undefined) return;
      begun.shift();
      yield { found: first.found, outcome: await first.outcome() };
    }
  } finally {
    void crates.return(undefined).catch(() => undefined); // not awaited: it waits for the next argument
  }
}

function begin({ file, crate, base, read, error }: Found, reader: CrateReader): Reading {
  if (error !== undefined) return () => Promise.reject(error);
  if (read !== undefined) return () => Promise.resolve(read);
  return reader.begin({ file, crate, base, knownBase: undefined });
}

function failure(found: Found, error: unknown): ConversionResult {
  return { ...failedCrate(found, error).result, status: 'failed' };
}

function converted(crate: string, read: ReadCrate, isNew: boolean, skolem = false): ConvertedCrate {
  const { graph, sha256, record, quads, dropped, notes, counts, pieces } = read;
  const { entities, repairs } = record;
  const named = { crate, status: 'converted', graph, ...(!isNew && { repeated: true as const }), sha256 } as const;
  const nquads = {
    *[Symbol.iterator]() {
      for (const { content } of pieces) yield skolem ? skolemizeNQuads(content.bytes) : content.bytes;
    },
  };
  return { result: { ...named, quads, entities, dropped, repairs, notes, counts }, nquads };
}
