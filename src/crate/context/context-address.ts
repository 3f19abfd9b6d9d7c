/** An address without surrounding white space and fragment, as contexts are looked up. */
export function trimAddress(address: string): string {
  return address.trim().replace(/#.*$/s, '');
}

/**
 * An address for messages: without user, password, query and fragment. It finds the host as a URL parser does, which
 * reads `\` as `/`, needs neither after `http:`, and ignores tabs and line ends (WHATWG URL, section 4.4).
 */
export function displayAddress(address: string): string {
  return trimAddress(address)
    .replace(/[\t\n\r]/g, '')
    .replace(/\?.*$/s, '')
    .replace(/^(https?:[\\/]*|(?:[a-z][a-z0-9+.-]*:)?\/\/)[^\\/]*@/i, '$1');
}

/** The same text for all spellings of an address: no scheme, no `www.`, lower-case host, no trailing slash. */
export function addressKey(address: string): string {
  return trimAddress(address)
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/^[^/?]*/, (host) => host.toLowerCase())
    .replace(/\/+$/, '');
}

/** {@link addressKey} that also ignores a last step `context`, `context.json` or `context.jsonld`. */
export function profileKey(address: string): string {
  return addressKey(address).replace(/\/context(?:\.json(?:ld)?)?$/, '');
}

const VERSION = String.raw`(\d+\.\d+(?:-[a-z]+\d*)?)`;
const FILE = String.raw`context(?:\.json(?:ld)?)?`;
const FOLDER = '(?:_?(?:specification|compatibility)/)?';

/** Where the contexts of RO-Crate are published, as patterns over {@link addressKey}. */
const CRATE_CONTEXTS = [
  `w3id\\.org/ro/crate/${VERSION}(?:/${FILE})?`,
  `researchobject\\.(?:org|github\\.io)/ro-crate/${FOLDER}${VERSION}/${FILE}`,
  `raw\\.githubusercontent\\.com/researchobject/ro-crate/.+/docs/${FOLDER}${VERSION}/${FILE}`,
  `github\\.com/researchobject/ro-crate/raw/.+/docs/${FOLDER}${VERSION}/${FILE}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'));

/**
 * The RO-Crate version that a context address names (`1.2`, `1.4-DRAFT`), whether or not it exists.
 * @returns undefined for any other address
 */
export function crateContextVersion(address: string): string | undefined {
  const key = addressKey(address);
  for (const pattern of CRATE_CONTEXTS) {
    const version = pattern.exec(key)?.[1];
    if (version) return version.toUpperCase();
  }
  return undefined;
}
