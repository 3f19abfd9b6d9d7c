const REPAIRED = 'an empty `@id` and one that climbs above the top stay distinct; JSON-LD merges them';
const ENCODED = 'an invalid IRI is percent-encoded and reported; JSON-LD silently drops its triples';
const KEPT = 'an entity without triples is kept as rdfs:Resource, or with its type';
const BASE = 'an unusable base (`tag:`, `ex:`) is reported, and the address of the document is the base';
const NO_BASE =
  '`{"@base": null}` would make every relative `@id` meaningless: the address of the document is the base';
const DIRECTION = '`rdfDirection` is not supported; base directions are dropped, the default of JSON-LD';

/** Tests of the W3C suite that we deliberately fail, with the reason. A listed test that passes fails the suite. */
export const KNOWN_GAPS: Readonly<Record<string, string>> = {
  '#t0016': REPAIRED,
  '#t0120': REPAIRED,
  '#t0121': REPAIRED,
  '#t0122': REPAIRED,
  '#t0123': REPAIRED,
  '#t0124': REPAIRED,
  '#t0125': REPAIRED,
  '#t0126': REPAIRED,
  '#te029': REPAIRED,
  '#te062': REPAIRED,
  '#t0130': BASE,
  '#t0131': BASE,
  '#t0132': BASE,
  '#tli11': BASE,
  '#te060': NO_BASE,
  '#tdi09': DIRECTION,
  '#tdi10': DIRECTION,
  '#tdi11': DIRECTION,
  '#tdi12': DIRECTION,
  '#te003': KEPT,
  '#te046': KEPT,
  '#te075': 'generalized RDF: a blank node cannot be a predicate; the vocabulary is reported',
  '#te111': ENCODED,
  '#te112': ENCODED,
  '#te122': 'an `@id` that looks like a keyword is a file name, reported; JSON-LD ignores it',
  '#tli12': ENCODED,
  '#tli14': NO_BASE,
  '#twf01': ENCODED,
  '#twf02': ENCODED,
  '#twf03': ENCODED,
  '#twf04': ENCODED,
  '#twf05': 'a malformed language tag is removed and reported; JSON-LD drops the whole triple',
  '#twf07': 'all quads of a document are in one graph: the names of its graphs are ignored',
};

/** Gaps without a note in the report: names of graphs, `{"@base": null}`, and base directions. */
export const UNREPORTED: ReadonlySet<string> = new Set([
  '#twf07',
  '#tli14',
  '#te060',
  '#tdi09',
  '#tdi10',
  '#tdi11',
  '#tdi12',
]);
