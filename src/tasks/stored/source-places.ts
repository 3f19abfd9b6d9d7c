import { basename, dirname, join, resolve } from 'node:path';
import { isMetadataFileName } from '../../crate/metadata-names.js';
import { isWebAddress } from '../../package/package-options.js';
import type { LoadRecord } from './load-records.js';

/** The places that a name may mean: itself, as an address, and the path that it is in the current folder. */
export function placesNamed(name: string): ReadonlySet<string> {
  return new Set(isWebAddress(name) ? [withoutSlash(name)] : name === '' || name === '-' ? [] : [resolve(name)]);
}

/** Whether a crate was loaded from one of these places, or from a metadata file in one of these folders. */
export function isPlaceOf(record: Pick<LoadRecord, 'source' | 'location'>, places: ReadonlySet<string>): boolean {
  return recordPlaces(record).some((place) => places.has(place));
}

/** Everything that names where a crate was loaded from; nothing for standard input. */
export function recordPlaces({ source, location }: Pick<LoadRecord, 'source' | 'location'>): string[] {
  const files = [source, location ?? source].filter((file) => file !== '-');
  return files.flatMap((file) => (isWebAddress(file) ? webPlaces(file) : localPlaces(file)));
}

function webPlaces(address: string): string[] {
  const [, folder = '', file = ''] = /^([^?#]*\/)([^/?#]*)(?:[?#].*)?$/s.exec(address) ?? [];
  return [withoutSlash(address), ...(isMetadataFileName(file) ? [withoutSlash(folder)] : [])];
}

function localPlaces(path: string): string[] {
  if (!isMetadataFileName(basename(path))) return [path];
  const folder = dirname(path);
  return [path, folder, ...(basename(folder) === 'data' ? [join(folder, '..')] : [])]; // `data` may be that of a bag
}

function withoutSlash(address: string): string {
  return address.trim().replace(/\/+$/, '');
}
