import type { CrateView, ViewProperty, ViewValue } from './crate-view.js';
import { schemaOrg } from '../../base/rdf/vocabulary.js';
import { shortName } from './entity-label.js';

/** A keyword of a crate. */
export interface Keyword {
  readonly label: string;
  /** As the list of crates has it in its filter. */
  readonly value: string;
}

/** Keywords of one crate that are told apart. */
export const MOST_KEYWORDS = 100;
/** A longer text is no keyword. */
const LONGEST = 200;

const KEYWORDS: readonly string[] = schemaOrg('keywords');

/** The keywords of a text, which may have several. */
export function splitKeywords(text: string): string[] {
  return text
    .split(/[,;]/)
    .slice(0, MOST_KEYWORDS)
    .map((word) => word.trim());
}

/** The keywords of the root, each once. */
export function rootKeywords(view: CrateView): Keyword[] {
  const found = new Map<string, Keyword>();
  for (const property of view.root.properties.filter(isOfKeywords))
    for (const value of property.values.slice(0, MOST_KEYWORDS))
      for (const keyword of keywordsIn(value, view))
        if (isShort(keyword) && found.size < MOST_KEYWORDS) found.set(keyword.value, keyword);
  return [...found.values()];
}

/** The properties of which {@link rootKeywords} says all: short texts, and not too many. */
export function propertiesInKeywords(view: CrateView): ReadonlySet<ViewProperty> {
  const properties = view.root.properties.filter(isOfKeywords);
  const words = properties.flatMap(({ values }) =>
    values.slice(0, MOST_KEYWORDS + 1).flatMap((value) => ('text' in value ? value.text.split(/[,;]/) : undefined)),
  );
  const isAll = words.length <= MOST_KEYWORDS && words.every((word) => word !== undefined && word.length <= LONGEST);
  return new Set(isAll ? properties : []);
}

function isShort({ value }: Keyword): boolean {
  return value !== '' && value.length <= LONGEST;
}

function isOfKeywords({ iri }: ViewProperty): boolean {
  return iri !== undefined && KEYWORDS.includes(iri);
}

function keywordsIn(value: ViewValue, view: CrateView): Keyword[] {
  if ('text' in value) return splitKeywords(value.text).map((word) => ({ label: shortName(word), value: word }));
  const entity = view.entity(value.iri);
  const isOutside = !value.iri.startsWith('_:') && !value.iri.startsWith(view.iri);
  const name = entity?.name?.trim() || undefined;
  if (isOutside) return [{ label: shortName(name ?? value.iri), value: value.iri }];
  return name === undefined ? [] : [{ label: shortName(name), value: name }];
}
