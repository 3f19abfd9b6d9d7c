import { dirname, resolve } from 'node:path';
import { trimAddress } from '../../crate/context/context-address.js';
import { isWebAddress } from '../../package/package-options.js';
import { invalidCatalogue } from './source-document.js';

/**
 * The path or address of an entry; a relative one is beside the document that lists it.
 * @param document its path, or its address
 * @throws CrateError ERR_CATALOGUE_INVALID
 */
export function placeBeside(entry: string, document: string): string {
  if (isWebAddress(entry)) return trimAddress(entry);
  if (!isWebAddress(document)) return resolve(dirname(document), entry);
  if (!URL.canParse(entry, document) || !isWebAddress(new URL(entry, document).href))
    throw invalidCatalogue(document, `it lists ${JSON.stringify(entry)}, which is no address`);
  return new URL(entry, document).href;
}
