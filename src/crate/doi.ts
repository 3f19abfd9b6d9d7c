const ADDRESS =
  /^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/(?:doi:)?|(?:info:doi\/|urn:doi:|doi:\s*))(10\.\d{4,9}(?:\.\d+)*\/\S+)$/i;
const BARE = /^(?:(?:dx\.)?doi\.org\/)?(10\.\d{4,9}(?:\.\d+)*\/\S+)$/i;
/** Longer texts are none, whatever they begin with. */
const LONGEST = 1000;

/**
 * The DOI in an address or text, in lower case, because DOIs do not tell the case of ASCII letters; undefined without
 * one. An address with a query or a fragment is another place than the DOI.
 * @param isText also without anything before it, as texts have it
 */
export function doiIn(text: string, isText: boolean): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return undefined;
  const isAddress = ADDRESS.test(trimmed);
  const [, doi] = (isAddress ? ADDRESS : isText ? BARE : undefined)?.exec(trimmed) ?? [];
  if (doi === undefined || (isAddress && /[?#]/.test(doi))) return undefined;
  return decoded(doi)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/\/$/, '');
}

/** The address of a DOI: `https://doi.org/10.…`. */
export function doiAddress(doi: string): string {
  return `https://doi.org/${encodeURI(doi).replaceAll('?', '%3F').replaceAll('#', '%23')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
