import { raw } from 'hono/html';
import { JSONLD } from '../../base/rdf/syntaxes.js';

/** What a page says of itself to machines. */
export interface PageHead {
  /** A sentence or two. */
  readonly description: string;
  /** The one absolute address of the page. */
  readonly canonical: string;
  /** Other forms, and sets of links. */
  readonly links?: readonly HeadLink[] | undefined;
  /** In the terms of schema.org. */
  readonly jsonLd?: object | undefined;
}

/** A link of a page as a whole. */
export interface HeadLink {
  readonly rel: 'alternate' | 'linkset' | 'describedby';
  readonly href: string;
  readonly type: string;
  readonly title?: string | undefined;
}

/** Characters of a description: what lists of results show. */
const MOST_CHARACTERS = 300;

interface HeadTagsProps {
  readonly title: string;
  /** The title of the website. */
  readonly site: string;
  readonly head: PageHead;
}

/** The part of the head for search engines and for websites that show links as cards (Open Graph). */
export function HeadTags({ title, site, head }: HeadTagsProps) {
  const { description, canonical, links = [], jsonLd } = head;
  const text = shortened(description);
  return (
    <>
      <meta name="description" content={text} />
      <link rel="canonical" href={canonical} />
      <HeadLinks links={links} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={canonical} />
      <meta property="og:site_name" content={site} />
      {jsonLd === undefined ? null : <script type={JSONLD.mediaType}>{raw(jsonForScript(jsonLd))}</script>}
    </>
  );
}

/** Links of a page as a whole. */
export function HeadLinks({ links }: { readonly links: readonly HeadLink[] }) {
  return (
    <>
      {links.map(({ rel, href, type, title }) => (
        <link rel={rel} href={href} type={type} {...(title === undefined ? {} : { title })} />
      ))}
    </>
  );
}

/** JSON that cannot end the script in which it is, whatever its texts say. Browsers do not run it: it is data. */
export function jsonForScript(value: object): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[<>&\u2028\u2029\x7f-\x9f]/g, escaped);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}
