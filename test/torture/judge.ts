import { CrateError } from '../../src/errors.js';
import type { JsonValue } from '../../src/crate/json/lazy-document.js';
import { isRepair } from '../../src/crate/read/report.js';
import { GENERATED_CONTEXTS as contexts } from '../helpers/documents.js';
import { canonical, oracle } from '../helpers/oracle.js';
import { BASE, read, type ReadResult } from '../helpers/read.js';
import { difference, type Fault } from './fault.js';
import { KEYWORD_IDS } from './features/ids.js';
import { oxigraphOracle } from './oxigraph-oracle.js';
import { storeFaults } from './stored.js';

/** What was found out about a document. */
export interface Verdict {
  readonly faults: readonly Fault[];
  /** Kinds of repairs that were reported. */
  readonly repairs: readonly string[];
  /** Who read the document as we did; `nobody` where it was repaired, or where JSON-LD forbids it. */
  readonly judge: 'jsonld' | 'oxigraph' | 'nobody';
  /** Whether the oracle takes the document. */
  readonly legal: boolean;
}

/** Puts a document through everything. @param seed makes the update */
export async function judge(text: string, seed: number): Promise<Verdict> {
  const json = JSON.parse(speakable(asFileNames(text.replace(/^\ufeff/, '')))) as JsonValue;
  const expected = await linesOf(oracle(json, BASE.iri, contexts));
  const legal = expected !== undefined;
  const result = await read(text, { contexts }).catch((error: unknown) => error);
  if (!isRead(result)) {
    const crash = !(result instanceof CrateError) || result.code === 'ERR_INTERNAL';
    const faults = legal || crash ? [{ kind: crash ? 'crash' : 'refused', detail: String(result) } as const] : [];
    return { faults, repairs: [], judge: 'nobody', legal };
  }
  const { counts, report } = result.document;
  const repairs = Object.keys(report.counts).filter((kind) => isRepair(kind as never));
  const dropped: Fault[] = counts.dropped > 0 ? [{ kind: 'dropped', detail: `${counts.dropped} entities` }] : [];
  const ours = await canonical(result.nquads);
  const opinion = expected === undefined ? NONE : await compare(ours, expected, json, repairs.length > 0);
  return {
    faults: [...dropped, ...opinion.faults, ...(await storeFaults(text, seed))],
    repairs,
    judge: opinion.judge,
    legal,
  };
}

/** The text for those who ignore an identifier that looks like a keyword. */
function asFileNames(text: string): string {
  return KEYWORD_IDS.reduce((written, id) => written.replaceAll(`"${id}"`, `"./${id}"`), text);
}

/** A name that the oracle cannot hold as a key, and one for it. */
const [UNSPEAKABLE, SPEAKABLE] = ['__proto__', '_xyzzy_'];

function speakable(text: string): string {
  return text.replaceAll(UNSPEAKABLE, SPEAKABLE);
}

function isRead(result: unknown): result is ReadResult {
  return typeof result === 'object' && result !== null && 'nquads' in result;
}

const NONE: Pick<Verdict, 'faults' | 'judge'> = { faults: [], judge: 'nobody' };

/**
 * Compares our graph with those of the oracles. Where we differ from the first, the second has to read the document as
 * we do, and no text may be missing; of a graph that was repaired, no more.
 */
async function compare(
  ours: readonly string[],
  expected: readonly string[],
  json: JsonValue,
  tolerant: boolean,
): Promise<Pick<Verdict, 'faults' | 'judge'>> {
  if (same(ours, expected)) return { faults: [], judge: 'jsonld' };
  const fault = { kind: 'graph', detail: difference(ours, expected) } as const;
  const texts = new Set(textsIn(ours));
  if (textsIn(expected).some((one) => !texts.has(one))) return { faults: [fault], judge: 'nobody' };
  const second = await linesOf(oxigraphOracle(json, BASE.iri, contexts));
  if (second !== undefined && same(ours, second)) return { faults: [], judge: 'oxigraph' };
  const enough = tolerant && ours.length >= Math.min(expected.length, second?.length ?? Infinity);
  return enough ? NONE : { faults: [fault], judge: 'nobody' };
}

/** The canonical lines of an oracle's graph, undefined when it refuses the document. */
async function linesOf(nquads: Promise<string>): Promise<string[] | undefined> {
  const text = await nquads.catch(() => undefined);
  return text === undefined ? undefined : canonical(encoded(text.replaceAll(SPEAKABLE, UNSPEAKABLE)));
}

/** Oracles escape what no IRI may hold, and no parser reads it: here it is percent-encoded, as our repair does. */
function encoded(nquads: string): string {
  return nquads.replace(/<[^<>"]*>/g, (iri) =>
    iri.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => encodeURIComponent(String.fromCharCode(parseInt(hex, 16)))),
  );
}

/** The texts that are generated to be found again. */
function textsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /"text \d+"/.exec(line) ?? []);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
