import { dirname, extname, join } from 'node:path';
import { readWhole } from '../../base/disk/file-streams.js';
import { unreadable } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { outsideHref } from '../../base/net/outside-href.js';
import { nearNames } from '../../base/rdf/near-names.js';
import { pictureSize } from '../view/files/picture-size.js';
import { accentStyle, isLegible, parseColour, readableAccent, type Scheme } from './accent.js';
import { COLOURS_FILE, PLAIN_BRANDING, type Branding, type BrandingAsset } from './branding.js';

/** What a site file may say. */
const KEYS = ['title', 'introduction', 'logo', 'imprint', 'accent'] as const;

type Said = Partial<Record<(typeof KEYS)[number], unknown>>;

/** Media types of logos, by the ends of their names. */
const LOGOS: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** Bytes of a logo: each page has it. */
const MOST_LOGO_BYTES = 200_000;
/** Characters of a title: it stands in the bar of each page. */
const MOST_TITLE = 80;

/**
 * Reads the file that says how a website presents itself: a JSON object with `title`, `introduction` and `imprint`
 * (Markdown files, or an address on the web), `logo` (a picture), and `accent` (`#rrggbb`, or `{"light", "dark"}`). Paths
 * are relative to the file. Without one, the website presents itself as crategraph.
 * @throws CrateError ERR_NOT_FOUND, ERR_JSON_SYNTAX, ERR_USAGE for what it must not say, ERR_LIMIT for a large logo
 */
export async function readBranding(path: string | undefined): Promise<Branding> {
  if (path === undefined) return PLAIN_BRANDING;
  const said = parseSite(path, await textOf(path));
  const problem = (text: string, hint: string) => new CrateError('ERR_USAGE', `${path}: ${text}`, { hint });
  const string = (key: keyof Said): string | undefined => {
    const value = said[key];
    if (value === undefined) return undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
    throw problem(`"${key}" is no text`, `write it as in "${key}": "…", or leave it out`);
  };
  const beside = (file: string) => join(dirname(path), file);
  const title = string('title');
  if (title === undefined) throw problem('it has no "title"', 'the name of the website is the one thing it must say');
  if (title.length > MOST_TITLE)
    throw problem(`"title" has ${title.length} characters`, `it stands in the bar of each page: ${MOST_TITLE} at most`);
  const [introduction, imprint, logo] = [string('introduction'), string('imprint'), string('logo')];
  const assets = new Map<string, BrandingAsset>();
  const shown = logo === undefined ? undefined : await readLogo(beside(logo));
  if (shown !== undefined) assets.set(shown.logo.file, shown.asset);
  const style = said.accent === undefined ? undefined : styleOf(said.accent, problem);
  if (style !== undefined) assets.set(COLOURS_FILE, { mediaType: 'text/css', bytes: new TextEncoder().encode(style) });
  return {
    title,
    introduction: introduction === undefined ? undefined : await textOf(beside(introduction)),
    imprint: await imprintOf(imprint, beside),
    logo: shown?.logo,
    hasColours: style !== undefined,
    assets,
  };
}

async function imprintOf(written: string | undefined, beside: (file: string) => string): Promise<Branding['imprint']> {
  if (written === undefined) return undefined;
  const href = outsideHref(written);
  return href === undefined ? { text: await textOf(beside(written)) } : { href };
}

async function textOf(path: string): Promise<string> {
  return (await bytesOf(path)).toString('utf8').replace(/^\ufeff/, '');
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readWhole(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** @throws CrateError ERR_JSON_SYNTAX, ERR_USAGE */
function parseSite(path: string, text: string): Said {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new CrateError('ERR_JSON_SYNTAX', `${path}: ${(error as Error).message}`, { cause: error });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new CrateError('ERR_USAGE', `${path} is no JSON object`, { hint: 'write it as in {"title": "Our data"}' });
  const [unknown] = Object.keys(parsed).filter((key) => !(KEYS as readonly string[]).includes(key));
  if (unknown === undefined) return parsed;
  const [near] = nearNames(unknown, KEYS);
  throw new CrateError('ERR_USAGE', `${path}: a website has no ${JSON.stringify(unknown)}`, {
    hint: near === undefined ? `it may have ${KEYS.join(', ')}` : `did you mean "${near}"?`,
  });
}

/** @throws CrateError ERR_NOT_FOUND, ERR_USAGE, ERR_LIMIT */
async function readLogo(
  path: string,
): Promise<{ readonly logo: NonNullable<Branding['logo']>; readonly asset: BrandingAsset }> {
  const ending = extname(path).toLowerCase();
  const mediaType = LOGOS[ending];
  const bytes = await bytesOf(path);
  const size = mediaType === undefined ? undefined : pictureSize(bytes);
  if (mediaType === undefined || size === undefined)
    throw new CrateError('ERR_USAGE', `${path} is no picture that a logo can be`, {
      hint: `give a picture with a size, in a file that ends in ${Object.keys(LOGOS).join(', ')}`,
    });
  if (bytes.length > MOST_LOGO_BYTES)
    throw new CrateError('ERR_LIMIT', `${path} has ${bytes.length} bytes; a logo may have ${MOST_LOGO_BYTES}`, {
      hint: 'make it smaller: each page has it, and shows it 28 pixels high',
    });
  return { logo: { file: `logo${ending}`, ...size }, asset: { mediaType, bytes: new Uint8Array(bytes) } };
}

/** @throws CrateError ERR_USAGE for what is no colour, and for one that cannot be read */
function styleOf(said: unknown, problem: (text: string, hint: string) => CrateError): string {
  const { light, dark, ...others } = (typeof said === 'object' && said !== null ? said : { light: said }) as Readonly<
    Record<string, unknown>
  >;
  const [other] = Object.keys(others);
  if (other !== undefined) throw problem(`"accent" has no ${JSON.stringify(other)}`, 'it has "light" and "dark"');
  const chosen = (value: unknown, scheme: Scheme): string => {
    const colour = typeof value === 'string' ? parseColour(value) : undefined;
    if (colour === undefined)
      throw problem(
        `"accent" is no colour: ${String(JSON.stringify(value))}`,
        'write it as in "#0a5a6b", or {"light": "#0a5a6b", "dark": "#7acbdb"}',
      );
    if (isLegible(colour, scheme)) return colour;
    throw problem(
      `links in ${colour} are hard to read on the ${scheme} pages`,
      `their contrast must be 4.5 (WCAG AA): ${readableAccent(colour, scheme)} is near, and has it`,
    );
  };
  const day = chosen(light, 'light');
  return accentStyle({ light: day, dark: dark === undefined ? readableAccent(day, 'dark') : chosen(dark, 'dark') });
}
