import { createRequire } from 'node:module';

/** The identifiers of SPDX by their names in lower case. */
let known: ReadonlyMap<string, string> | undefined;

function spdxId(text: string): string | undefined {
  known ??= new Map(
    (createRequire(import.meta.url)('spdx-license-ids/index.json') as string[]).map((id) => [id.toLowerCase(), id]),
  );
  return known.get(text.toLowerCase());
}

const ADDRESS = /^https?:\/\/(?:www\.)?(?:spdx\.org|opensource\.org)\/licenses?\/([\w.+-]+?)(?:\.html|\.json)?\/?$/i;
const CREATIVE_COMMONS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)(?:\/|$)/i;

/**
 * What people call a licence, of its address or name: `CC BY 4.0`, `MIT`; undefined for one that neither SPDX nor
 * Creative Commons knows.
 */
export function licenceLabel(text: string): string | undefined {
  const [, kind, name = '', version = ''] = CREATIVE_COMMONS.exec(text.trim()) ?? [];
  if (kind?.toLowerCase() === 'licenses') return `CC ${name.toUpperCase()} ${version}`;
  if (kind !== undefined) return name.toLowerCase() === 'zero' ? `CC0 ${version}` : `Public Domain Mark ${version}`;
  const id = spdxId(ADDRESS.exec(text.trim())?.[1] ?? text.trim());
  return id === undefined ? undefined : shortened(id);
}

/** Creative Commons write their names with spaces. */
function shortened(id: string): string {
  const [, name = '', version = ''] = /^CC-(BY[A-Z-]*?)-(\d\.\d)$/.exec(id) ?? [];
  if (name !== '') return `CC ${name} ${version}`;
  return id.replace(/^CC0-/, 'CC0 ');
}
