import { isLoopbackHost } from '../../../base/net/loopback.js';
import { outsideHref } from '../../../base/net/outside-href.js';
import { asIsoDate } from '../../../crate/iso-date.js';
import { agentsOf, schemaText, type CrateAgent } from '../agents.js';
import type { CrateView, ViewValue } from '../crate-view.js';
import { firstSchemaValues } from '../schema-values.js';
import { personName, type CslName } from './person-name.js';

/** What a citation of a crate says, as CSL-JSON has it. */
export interface CslItem {
  readonly id: string;
  readonly type: 'dataset' | 'software';
  readonly title: string;
  readonly author?: readonly CslName[];
  readonly issued?: { readonly 'date-parts': readonly [readonly number[]] };
  readonly publisher?: string;
  readonly version?: string;
  readonly DOI?: string;
  readonly URL?: string;
}

/** What a citation of a crate says, from its root. @param title what the crate is called */
export function citationOf(view: CrateView, title: string): CslItem {
  const { root } = view;
  const authors = agentsOf(view, ['author', 'creator']).map(citedName);
  const issued = dateParts(said(firstSchemaValues(root, ['datePublished'])[0], view));
  const publisher = agentsOf(view, ['publisher'])[0]?.name;
  const version = said(firstSchemaValues(root, ['version', 'softwareVersion'])[0], view);
  const ids = identifiersOf(view);
  const doi = ids.flatMap((id) => doiIn(id) ?? [])[0];
  const url = doi === undefined ? ids.flatMap((id) => webAddress(id) ?? [])[0] : `https://doi.org/${doi}`;
  return {
    id: doi ?? url ?? view.iri,
    type: root.types.some((type) => /^Software/.test(type)) ? 'software' : 'dataset',
    title: oneLine(title),
    ...(authors.length > 0 && { author: authors }),
    ...(issued !== undefined && { issued: { 'date-parts': [issued] } }),
    ...(publisher !== undefined && { publisher: oneLine(publisher) }),
    ...(version !== undefined && { version }),
    ...(doi !== undefined && { DOI: doi }),
    ...(url !== undefined && { URL: url }),
  };
}

/** A text in one line, without what no file of citations can hold. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim(); // prettier-ignore
}

/** A text, or the name of what is referred to. */
function said(value: ViewValue | undefined, view: CrateView): string | undefined {
  if (value === undefined) return undefined;
  const text = oneLine('text' in value ? value.text : (view.entity(value.iri)?.name ?? ''));
  return text === '' ? undefined : text;
}

/** The name of an agent in the parts that citations need. */
export function citedName({ entity, name, kind }: CrateAgent): CslName {
  const [family, given] = ['familyName', 'givenName'].map((part) => entity && schemaText(entity, part));
  if (family !== undefined && given !== undefined) return { family: oneLine(family), given: oneLine(given) };
  return kind === 'Person' && entity !== undefined ? personName(oneLine(name)) : { literal: oneLine(name) };
}

function dateParts(text: string | undefined): readonly number[] | undefined {
  return asIsoDate(text)?.slice(0, 10).split('-').map(Number);
}

/** Identifiers that are looked at. */
const MOST_IDENTIFIERS = 20;

/** What may identify a crate outside of here, best first: what it says to cite, its identifiers, its own IRI, its address. */
function identifiersOf(view: CrateView): string[] {
  const { root } = view;
  const stated = (name: string) =>
    firstSchemaValues(root, [name])
      .slice(0, MOST_IDENTIFIERS)
      .flatMap((value) => {
        if ('text' in value) return [value.text];
        const entity = view.entity(value.iri);
        // A PropertyValue says it itself.
        return [...(entity === undefined ? [] : firstSchemaValues(entity, ['value', 'url'])), value].flatMap((one) =>
          'text' in one ? [one.text] : [one.iri],
        );
      });
  const citeAs = root.properties.flatMap(({ key, values }) => (key === 'cite-as' ? values : []));
  return [
    ...citeAs.map((value) => ('text' in value ? value.text : value.iri)),
    ...stated('identifier'),
    view.iri,
    ...stated('url'),
  ].map((id) => id.trim());
}

function doiIn(text: string): string | undefined {
  const [, doi] = /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/)?(?:doi:\s*)?(10\.\d{4,9}\/\S+)$/i.exec(text) ?? [];
  if (doi === undefined) return undefined;
  try {
    return /^https?:/i.test(text) ? decodeURIComponent(doi) : doi;
  } catch {
    return doi;
  }
}

function webAddress(text: string): string | undefined {
  const href = /^https?:\/\/\S+$/i.test(text) ? outsideHref(text) : undefined;
  // The address of a server of one's own computer is none for others.
  return href === undefined || isLoopbackHost(new URL(href).hostname) ? undefined : href;
}
