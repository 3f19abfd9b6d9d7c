import { termToTsv, type Rows } from '../store/write-rows.js';
import { relativizeIri } from '../base/rdf/iri.js';
import { wellKnownPrefixes, XSD } from '../base/rdf/vocabulary.js';
import type { JsonTerm } from '../store/sparql-json.js';
import { again, type Table } from './table.js';

const PREFIXES = [...wellKnownPrefixes()];

/** Datatypes whose literals are shown without quotes, beside all strings. */
const PLAIN: ReadonlySet<string> = new Set(
  ['string', 'integer', 'decimal', 'double', 'float', 'boolean', 'date', 'dateTime', 'time'].map((name) => XSD + name),
);

/** Text that would be taken for an IRI, a prefixed name, a blank node, a quoted literal or nothing at all. */
const UNCLEAR = new RegExp(`^(?:$|<|"|_:|\\s|(?:${PREFIXES.map(([prefix]) => prefix).join('|')}):)|\\s$`);

/** Variables that name the crate of a row, the first choice first. */
const CRATES = ['crate', 'graph', 'g'];

/** The handles of crates by the IRIs of their graphs. */
export type Handles = ReadonlyMap<string, string>;

/** The IRIs in the columns that name crates. */
export function cratesIn({ variables, bindings }: Rows): Set<string> {
  const names = crateVariables(variables);
  const terms = bindings.flatMap((binding) => names.map((name) => binding[name]));
  return new Set(terms.flatMap((term) => (term?.type === 'uri' ? [String(term.value)] : [])));
}

function crateVariables(variables: readonly string[]): string[] {
  return CRATES.filter((name) => variables.includes(name));
}

/**
 * The rows of a query as a table: an IRI is `<...>`, a blank node `_:x`, a string, number, boolean or date is plain
 * text, any other literal is as in Turtle.
 * @param isBrief write known prefixes, and IRIs relative to the crate that the row names
 * @param handles of crates, written before their IRIs if brief
 */
export function termTable({ variables, bindings }: Rows, isBrief: boolean, handles?: Handles): Table {
  const crates = isBrief ? crateVariables(variables) : [];
  const row = (binding: Rows['bindings'][number]) => {
    const named = crates.find((name) => binding[name]?.type === 'uri');
    const base = named === undefined ? undefined : String(binding[named]?.value);
    return variables.map((variable) => {
      const term = binding[variable];
      if (term === undefined) return '';
      if (!isBrief) return fullTerm(term);
      if (!crates.includes(variable)) return briefTerm(term, base);
      const handle = term.type === 'uri' ? handles?.get(String(term.value)) : undefined;
      return handle === undefined ? briefTerm(term, undefined) : `${handle} ${fullTerm(term)}`;
    });
  };
  return { header: variables, rows: again(bindings, row) };
}

function fullTerm(term: JsonTerm): string {
  return isPlain(term) ? (term.value as string) : termToTsv(term);
}

function briefTerm(term: JsonTerm, base: string | undefined): string {
  const { type, value, datatype } = term;
  if (isPlain(term)) return value as string;
  if (type === 'uri') return briefIri(value as string, base);
  if (datatype === undefined || typeof value === 'object') return termToTsv(term);
  return `${termToTsv({ type, value })}^^${briefIri(datatype, undefined)}`;
}

function isPlain({ type, value, datatype, 'xml:lang': language }: JsonTerm): boolean {
  if (type !== 'literal' || typeof value === 'object' || language !== undefined || UNCLEAR.test(value)) return false;
  return datatype === undefined || PLAIN.has(datatype);
}

function briefIri(iri: string, base: string | undefined): string {
  if (base?.endsWith('/') === true && iri.startsWith(base)) return `<${relativizeIri(iri, base)}>`;
  for (const [prefix, namespace] of PREFIXES)
    if (iri.startsWith(namespace) && /^[A-Za-z_][\w-]*$/.test(iri.slice(namespace.length)))
      return `${prefix}:${iri.slice(namespace.length)}`;
  return `<${iri}>`;
}
