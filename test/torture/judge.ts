import { CrateError } from '../../src/errors.js';
import type { JsonValue } from '../../src/crate/json/parse.js';
import { isRepair } from '../../src/crate/read/report.js';
import { GENERATED_CONTEXTS as contexts } from '../helpers/documents.js';
import { canonical, oracle } from '../helpers/oracle.js';
import { BASE, read, type ReadResult } from '../helpers/read.js';
import { difference, type Fault } from './fault.js';
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
  const json = JSON.parse(text.replace(/^\ufeff/, '')) as JsonValue;
  const theirs = await oracle(json, BASE.iri, contexts).catch(() => undefined);
  const legal = theirs !== undefined;
  // The oracle lets illegal IRIs through, which no parser takes: then only texts are compared.
  const expected = legal ? await canonical(theirs).catch(() => undefined) : undefined;
  const result = await read(text, { contexts }).catch((error: unknown) => error);
  if (!isRead(result)) {
    const crash = !(result instanceof CrateError) || result.code === 'ERR_INTERNAL';
    const faults = legal || crash ? [{ kind: crash ? 'crash' : 'refused', detail: String(result) } as const] : [];
    return { faults, repairs: [], judge: 'nobody', legal };
  }
  const { document, nquads } = result;
  const repairs = Object.keys(document.report.counts).filter((kind) => isRepair(kind as never));
  const ours = await canonical(nquads);
  const faults: Fault[] = [];
  if (document.counts.dropped > 0) faults.push({ kind: 'dropped', detail: `${document.counts.dropped} entities` });
  const agreed = expected === undefined ? undefined : await judgeOf(ours, expected, json);
  // The oracle does not see this key, which is not one to JavaScript.
  const blind = text.includes('"__proto__"');
  if (expected !== undefined && agreed === undefined && repairs.length === 0 && !blind)
    faults.push({ kind: 'graph', detail: difference(ours, expected) });
  else if (theirs !== undefined && agreed === undefined) faults.push(...lost(nquads, theirs));
  faults.push(...(await storeFaults(text, seed)));
  return { faults, repairs, judge: agreed ?? 'nobody', legal };
}

function isRead(result: unknown): result is ReadResult {
  return typeof result === 'object' && result !== null && 'nquads' in result;
}

/** Who makes the same of the document as we do. */
async function judgeOf(
  ours: readonly string[],
  expected: readonly string[],
  json: JsonValue,
): Promise<Verdict['judge'] | undefined> {
  if (same(ours, expected)) return 'jsonld';
  const other = await oxigraphOracle(json, BASE.iri, contexts)
    .then(canonical)
    .catch(() => []);
  return same(ours, other) ? 'oxigraph' : undefined;
}

/** What a graph has to hold that was repaired: every text of the oracle's, and no fewer lines. */
function lost(ours: string, theirs: string): Fault[] {
  const texts = theirs.match(/"text \d+"/g) ?? [];
  const missing = texts.filter((one) => !ours.includes(one));
  const [count, least] = [ours, theirs].map((text) => new Set(text.split('\n').map(tripleOf)).size) as [number, number];
  if (missing.length === 0 && count >= least) return [];
  return [{ kind: 'graph', detail: `lost: ${missing.join(', ')}; ${count - 1} quads and not ${least - 1}` }];
}

/** A line without its graph: all of a crate is in one. */
function tripleOf(line: string): string {
  return line.replace(/^(\S+ \S+ (?:"(?:[^"\\]|\\.)*"\S*|\S+)) \S+ \.$/, '$1 .');
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
