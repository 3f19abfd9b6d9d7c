import { isWebAddress } from '../../package/package-options.js';
import { invalidCatalogue } from './source-document.js';

/**
 * The address of another part of a catalogue. A catalogue on the web may only lead to its own server: to the origin of
 * its address, or to that of the document which names the part.
 * @param document the address of that document after redirects; undefined for a file
 * @throws CrateError ERR_CATALOGUE_INVALID
 */
export function partAddress(text: string, catalogue: string, document: URL | undefined): string {
  if (!URL.canParse(text, document) || !isWebAddress(new URL(text, document).href))
    throw invalidCatalogue(catalogue, `it leads to ${JSON.stringify(text)}, which is no address`);
  const { origin, href } = new URL(text, document);
  const isOwn = !isWebAddress(catalogue) || origin === new URL(catalogue).origin || origin === document?.origin;
  if (!isOwn) throw invalidCatalogue(catalogue, `it leads to ${href}, on another server`);
  return href;
}
