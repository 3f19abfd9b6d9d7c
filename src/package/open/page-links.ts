import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { essence, JSONLD } from '../../base/rdf/syntaxes.js';
import { archiveExtension } from '../container/archive-names.js';
import type { Link } from '../http/link-header.js';

/** What a page says in HTML about where its crate is. */
export interface PageLinks {
  /** Its `<link>` elements, with the parameters that they would have in a header. */
  readonly links: readonly Link[];
  /** The downloads of its Dataset, as JSON-LD in a `<script>` describes them, as links of the relation `item`. */
  readonly downloads: readonly Link[];
  /** What relative addresses of links resolve against. */
  readonly base: URL;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Elements whose content is text. */
const TEXT_MODES: Readonly<Record<string, Tokenizer['state']>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
};

/**
 * Reads the links of a page. Its tags are read one after the other, without a tree: the work grows with its length only.
 * @param address that of the page
 */
export function pageLinks(html: string, address: URL): PageLinks {
  const links: Link[] = [];
  const scripts: string[] = [];
  let base: URL | undefined;
  let script: string[] | undefined;
  const onStartTag = ({ tagName, attrs }: Token.TagToken): void => {
    const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
    const href = attributes.get('href')?.trim();
    if (tagName === 'link' && href !== undefined) links.push({ target: href, parameters: attributes });
    if (tagName === 'base' && href !== undefined && URL.canParse(href, address)) base ??= new URL(href, address);
    if (tagName === 'script' && essence(attributes.get('type') ?? '') === JSONLD.mediaType) script = [];
    tokenizer.state = TEXT_MODES[tagName] ?? tokenizer.state;
  };
  const onText = ({ chars }: Token.CharacterToken): void => void script?.push(chars);
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag,
      onEndTag: ({ tagName }) => {
        if (tagName !== 'script' || script === undefined) return;
        scripts.push(script.join(''));
        script = undefined;
      },
      onCharacter: onText,
      onNullCharacter: onText,
      onWhitespaceCharacter: onText,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(html, true);
  return { links, downloads: downloadsOf(scripts, address), base: base ?? address };
}

/** The downloads of the Dataset that the page is about: the only one, or else the one with the address of the page. */
function downloadsOf(scripts: readonly string[], address: URL): Link[] {
  const nodes = scripts.flatMap(nodesOf);
  const datasets = nodes.filter((node) => textsOf(node['@type']).some((type) => /(?:^|[:/])Dataset$/.test(type)));
  const isHere = (node: JsonObject) =>
    [...textsOf(node['@id']), ...textsOf(node['url'])].some(
      (text) => URL.canParse(text, address) && new URL(text, address).href === address.href,
    );
  const dataset = datasets.length === 1 ? datasets[0] : datasets.find(isHere);
  if (dataset === undefined) return [];
  const byId = new Map(nodes.map((node) => [node['@id'], node]));
  return [...listOf(dataset['distribution']), ...listOf(dataset['encoding'])].flatMap((value) => {
    const download = isObject(value) && value['contentUrl'] === undefined ? (byId.get(value['@id']) ?? value) : value;
    return isObject(download) ? downloadLinks(download) : [];
  });
}

/** The nodes of a script, at its top or in its graph; none if it is no JSON. */
function nodesOf(script: string): JsonObject[] {
  try {
    return listOf(JSON.parse(script)).flatMap((top) => {
      if (!isObject(top)) return [];
      return '@graph' in top ? listOf(top['@graph']).filter(isObject) : [top];
    });
  } catch {
    return []; // as browsers and search engines do
  }
}

function downloadLinks(download: JsonObject): Link[] {
  const profile = ['conformsTo', 'dct:conformsTo', 'dcterms:conformsTo', 'http://purl.org/dc/terms/conformsTo']
    .flatMap((name) => textsOf(download[name]))
    .join(' ');
  const types = textsOf(download['encodingFormat']).filter((text) => /^[\w.+-]+\/[\w.+-]+/.test(text));
  // A format may also be named by the address of its profile.
  const profiles = [profile, ...textsOf(download['encodingFormat']).filter((text) => /^https?:/.test(text))].join(' ');
  return textsOf(download['contentUrl']).map((target) => {
    const named = archiveExtension(target.replace(/[?#].*$/s, '')) === undefined ? '' : 'application/zip';
    const type = types.find((text) => /profile=/.test(text)) ?? types[0] ?? named;
    return { target, parameters: new Map([['rel', 'item'], ['type', type], ['profile', profiles]]) }; // prettier-ignore
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value];
}

/** Texts, and the identifiers of objects. */
function textsOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => {
    const text = isObject(one) ? one['@id'] : one;
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  });
}
