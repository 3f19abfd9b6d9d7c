import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { repairIri } from '../../base/rdf/iri-repair.js';
import { literalToNQuads } from '../../base/rdf/nquads.js';
import { parseNQuads } from '../../base/rdf/parse-rdf.js';
import { CRATEGRAPH, RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { judgeBase } from '../../crate/judge-base.js';
import { labelScope } from '../../crate/read/identifiers.js';
import { isWebAddress } from '../../package/package-options.js';
import { SYNC_STATES } from '../../store/graph-errors.js';
import type { GraphReader, GraphWrite } from '../../store/port.js';
import { toStored } from '../stored/load-records.js';

/** What a sync leaves for the next one, beside the load records of the crates. */
export interface SyncState {
  /** From where the next listing goes on. */
  readonly next: string | undefined;
  /** Pages that had no crate: their versions by {@link pageIri}. */
  readonly passedOver: ReadonlyMap<string, string>;
}

const CATALOGUE_TYPE = 'http://www.w3.org/ns/dcat#Catalog';
const NEXT = `${CRATEGRAPH}listedUntil`;
const PASSED_OVER = `${CRATEGRAPH}passedOver`;

/** The graph in which a store keeps the state of a catalogue. */
export function stateGraphOf(catalogue: string): string {
  return `${SYNC_STATES}${labelScope(catalogue)}`;
}

/** A page as an IRI of the graph; a path, which is no page, as it is. */
export function pageIri(address: string): string {
  return URL.canParse(address) ? repairIri(new URL(address).href) : address;
}

/** The state that the last sync of a catalogue has left. */
export async function readSyncState(store: GraphReader, catalogue: string): Promise<SyncState> {
  const graph = stateGraphOf(catalogue);
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of store.nquads(graph)) text += decoder.decode(bytes, { stream: true });
  const quads = parseNQuads(text);
  const next = quads.find(({ predicate }) => predicate.value === NEXT)?.object.value;
  const passedOver = quads.filter(({ predicate }) => predicate.value === PASSED_OVER);
  return { next, passedOver: new Map(passedOver.map(({ subject, object }) => [subject.value, object.value])) };
}

/** What writes a state; undefined for one that says nothing. */
export async function stateWrite(
  catalogue: string,
  kind: string,
  { next, passedOver }: SyncState,
): Promise<GraphWrite | undefined> {
  if (next === undefined && passedOver.size === 0) return undefined;
  const graph = stateGraphOf(catalogue);
  const subject = pageIri(isWebAddress(catalogue) ? catalogue : pathToFileURL(catalogue).href);
  const line = (s: string, predicate: string, object: string) => `<${s}> <${predicate}> ${object} <${graph}> .\n`;
  const text = (value: string) => literalToNQuads(value, undefined, undefined);
  const lines = [
    line(subject, RDF_TYPE, `<${CATALOGUE_TYPE}>`),
    ...(next === undefined ? [] : [line(subject, NEXT, text(next))]),
    ...[...passedOver].map(([address, version]) => line(address, PASSED_OVER, text(version))),
  ];
  const { base } = await judgeBase({ node: graph });
  return {
    graph,
    mode: 'replace',
    nquads: lines,
    record: toStored(
      {
        graph,
        source: graph,
        sha256: createHash('sha256').update(lines.join('')).digest('hex'),
        base: base.iri,
        baseReason: base.reason,
        descriptor: graph,
        names: [`${kind}: ${catalogue}`],
        version: undefined,
        entities: 1 + passedOver.size,
        repairs: 0,
        context: null,
        kind: 'reference',
      },
      new Date().toISOString(),
      undefined,
    ),
  };
}
