import { createRequire } from 'node:module';

/** What SPDX said before it told `-only` from `-or-later`. */
const OLD_GNU = /^([AL]?GPL-\d\.\d)(\+?)$/i;
/** The page of a licence at SPDX. */
export const SPDX_PAGE = /^https?:\/\/spdx\.org\/licenses\/([\w.+-]+?)(?:\.html|\.json)?\/?$/i;
const OF_CREATIVE_COMMONS =
  /^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/([a-z]{2,3}))?(?:\/(?:deed|legalcode)[\w.-]*)?\/?$/i;
/** The pages of others that are about one licence. */
const OF_OTHERS: readonly (readonly [page: RegExp, id: string])[] = [
  [/^https?:\/\/(?:www\.)?apache\.org\/licenses\/LICENSE-2\.0(?:\.html|\.txt)?\/?$/i, 'Apache-2.0'],
  [/^https?:\/\/(?:www\.)?opensource\.org\/licenses?\/([\w.-]+?)(?:\.html|\.php)?\/?$/i, '$1'],
  [/^https?:\/\/(?:www\.)?mit-license\.org\/?$/i, 'MIT'],
];

/** The identifiers of all SPDX licences. */
export function spdxIdentifiers(): readonly string[] {
  return (identifiers ??= createRequire(import.meta.url)('spdx-license-ids/index.json') as string[]);
}

let identifiers: readonly string[] | undefined;
let spellings: ReadonlyMap<string, string> | undefined;

/**
 * The SPDX identifier of a licence that is written as this identifier in any case and with spaces, by its page at SPDX
 * or Creative Commons, or by its own page. Undefined for what is not surely one licence of SPDX.
 * @param text IRI or text, as crates have it
 */
export function spdxIdentifier(text: string): string | undefined {
  spellings ??= new Map(spdxIdentifiers().map((id) => [id.toLowerCase(), id]));
  const written = text.trim().replace(SPDX_PAGE, '$1').replace(/\s+/g, '-');
  const named = written.replace(OLD_GNU, (_, id: string, more: string) => id + (more === '' ? '-only' : '-or-later'));
  return spellings.get((idOfPage(text.trim()) ?? named).toLowerCase());
}

/** What the identifier of a page is called, if it has one. */
function idOfPage(page: string): string | undefined {
  const [, code = '', version, country] = OF_CREATIVE_COMMONS.exec(page) ?? [];
  if (version !== undefined) return creativeCommons(code, version, country);
  const other = OF_OTHERS.find(([pattern]) => pattern.test(page));
  return other && page.replace(...other);
}

function creativeCommons(code: string, version: string, country: string | undefined): string {
  const name = code === 'zero' ? 'CC0' : `CC-${code === 'mark' ? 'PDM' : code}`;
  return [name, version, ...(country === undefined ? [] : [country])].join('-');
}
