import { basename } from 'node:path';
import { isWebAddress } from '../../package/package-options.js';
import type { LoadRecord } from '../../tasks/stored/load-records.js';
import { recordPlaces } from '../../tasks/stored/source-places.js';
import { identifierLabel } from './entity-label.js';

/** What the folder or file is called that a crate was loaded from; undefined for standard input. */
export function placeTitle(record: Pick<LoadRecord, 'source' | 'location'>): string | undefined {
  const place = recordPlaces(record).at(-1);
  return place && (isWebAddress(place) ? identifierLabel(place) : basename(place));
}

/** An IRI for people: without scheme and last slash. */
export function shortIri(iri: string): string {
  return iri.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
