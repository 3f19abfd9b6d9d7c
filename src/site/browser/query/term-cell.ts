import { isWebIri } from '../../../base/rdf/iri.js';
import { XSD } from '../../../base/rdf/vocabulary.js';
import type { ResultLink } from '../../pages/result-links.js';
import { element } from './element.js';
import { prefixedName, type Prefixes } from './names.js';
import type { ResultTerm } from './run-query.js';

/** What a cell needs to know besides its term. */
export interface CellContext {
  readonly home: string;
  readonly prefixes: Prefixes;
  readonly links: ReadonlyMap<string, ResultLink>;
}

const XSD_STRING = `${XSD}string`;

/** Shows a term: IRIs as links into this website or to the outside, literals with their language or datatype. */
export function termCell(term: ResultTerm, context: CellContext): Node {
  if (term.type === 'uri') return iriCell(term.value, context);
  if (term.type === 'bnode') return element('span', { class: 'quiet' }, `_:${term.value}`);
  if (term.type === 'triple') return element('code', {}, JSON.stringify(term.value));
  const cell = element('span', { class: 'query-literal' }, term.value);
  const language = term['xml:lang'];
  if (language !== undefined) cell.lang = language;
  const { datatype } = term;
  const said =
    language ?? (datatype === undefined || datatype === XSD_STRING ? undefined : shownIri(datatype, context));
  if (said === undefined || isPlain(datatype)) return cell;
  return element('span', {}, cell, ' ', element('span', { class: 'query-datatype' }, said));
}

function iriCell(iri: string, context: CellContext): Node {
  const link = context.links.get(iri);
  const text = shownIri(iri, context);
  if (link === undefined) return outsideLink(iri, text);
  const isOutside = link.kind === 'mentions';
  const title = isOutside ? `Crates that mention ${iri}` : iri;
  const shown = element('a', { href: context.home + link.path, title }, link.name ?? text);
  const parts = [
    ...(isOutside && isWebIri(iri) ? [' ', outsideLink(iri, '↗')] : []),
    ...(link.name === undefined ? [] : [element('span', { class: 'query-iri' }, text)]),
  ];
  return parts.length === 0 ? shown : element('span', {}, shown, ...parts);
}

/** A link out of this website; text where an IRI is no web address, such as `javascript:`. */
function outsideLink(iri: string, text: string): Node {
  if (!isWebIri(iri)) return element('span', { title: iri }, text);
  const label = text === '↗' ? `Open ${iri}` : undefined;
  return element('a', { href: iri, rel: 'external noopener noreferrer', title: iri, 'aria-label': label }, text);
}

/** An IRI as a name with a prefix, where one fits. */
export function shownIri(iri: string, { prefixes }: Pick<CellContext, 'prefixes'>): string {
  return prefixedName(iri, prefixes) ?? iri;
}

/** Numbers need no word about their datatype: that they are numbers is said above their column. */
function isPlain(datatype: string | undefined): boolean {
  return datatype !== undefined && /XMLSchema#(?:integer|decimal|double|boolean|date|dateTime)$/.test(datatype);
}
