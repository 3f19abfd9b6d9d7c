import { CrateError } from '../../src/base/errors.js';
import type { JsonValue } from '../../src/crate/json/lazy-document.js';
import { isRepair } from '../../src/crate/read/report.js';
import { GENERATED_CONTEXTS as contexts } from '../helpers/documents.js';
import { canonical, oracle } from '../helpers/oracle.js';
import { BASE, read, type ReadResult } from '../helpers/read.js';
import { difference, type Fault } from './fault.js';
import { KEYWORD_IDS } from './features/ids.js';
import { oxigraphOracle } from './oxigraph-oracle.js';
import { storeFaults } from './stored.js';

/** The result of judging a document. */
export interface Verdict {
  readonly faults: readonly Fault[];
  /** Kinds of repairs that were reported. */
  readonly repairs: readonly string[];
  /** The oracle that agrees with us; `none` if the document was repaired or is invalid JSON-LD. */
  readonly judge: 'jsonld' | 'oxigraph' | 'none';
  /** Whether the first oracle accepts the document. */
  readonly legal: boolean;
}

/** Compares our graph of a document with those of the oracles, and tests it in a store. @param seed selects the update */
export async function judge(text: string, seed: number): Promise<Verdict> {
  const json = JSON.parse(substituted(asFileNames(text.replace(/^\ufeff/, '')))) as JsonValue;
  const expected = await linesOf(oracle(json, BASE.iri, contexts));
  const legal = expected !== undefined;
  const result = await read(text, { contexts }).catch((error: unknown) => error);
  if (!isRead(result)) {
    const crash = !(result instanceof CrateError) || result.code === 'ERR_INTERNAL';
    const faults = legal || crash ? [{ kind: crash ? 'crash' : 'refused', detail: String(result) } as const] : [];
    return { faults, repairs: [], judge: 'none', legal };
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

/** Prepares the text for oracles that ignore identifiers that look like keywords. */
function asFileNames(text: string): string {
  return KEYWORD_IDS.reduce((written, id) => written.replaceAll(`"${id}"`, `"./${id}"`), text);
}

/** A key that the oracle does not support, and its substitute. */
const [UNSUPPORTED, SUBSTITUTE] = ['__proto__', '_xyzzy_'];

function substituted(text: string): string {
  return text.replaceAll(UNSUPPORTED, SUBSTITUTE);
}

function isRead(result: unknown): result is ReadResult {
  return typeof result === 'object' && result !== null && 'nquads' in result;
}

const NONE: Pick<Verdict, 'faults' | 'judge'> = { faults: [], judge: 'none' };

/**
 * Compares our graph with those of the oracles. If we differ from the first, the second must agree with us. No text may be
 * missing; a repaired document may differ otherwise.
 */
async function compare(
  ours: readonly string[],
  expected: readonly string[],
  json: JsonValue,
  isRepaired: boolean,
): Promise<Pick<Verdict, 'faults' | 'judge'>> {
  if (same(ours, expected)) return { faults: [], judge: 'jsonld' };
  const fault = { kind: 'graph', detail: difference(ours, expected) } as const;
  const texts = new Set(textsIn(ours));
  if (textsIn(expected).some((one) => !texts.has(one))) return { faults: [fault], judge: 'none' };
  const second = await linesOf(oxigraphOracle(json, BASE.iri, contexts));
  if (second !== undefined && same(ours, second)) return { faults: [], judge: 'oxigraph' };
  const isComplete = isRepaired && ours.length >= Math.min(expected.length, second?.length ?? Infinity);
  return isComplete ? NONE : { faults: [fault], judge: 'none' };
}

/** Returns the canonical lines of an oracle's graph; undefined if it refuses the document. */
async function linesOf(nquads: Promise<string>): Promise<string[] | undefined> {
  const text = await nquads.catch(() => undefined);
  return text === undefined ? undefined : canonical(encoded(text.replaceAll(SUBSTITUTE, UNSUPPORTED)));
}

/** Percent-encodes characters that oracles escape in IRIs, as our repair does: no parser reads the escapes. */
function encoded(nquads: string): string {
  return nquads.replace(/<[^<>"]*>/g, (iri) =>
    iri.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => encodeURIComponent(String.fromCharCode(parseInt(hex, 16)))),
  );
}

/** Returns the generated texts in N-Quads lines. */
function textsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /"text \d+"/.exec(line) ?? []);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
