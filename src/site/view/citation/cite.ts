import type { CslItem } from './csl-item.js';
import type { CslName } from './person-name.js';

/** A format of citations. */
export interface CiteFormat {
  /** As in `?cite=bibtex`. */
  readonly name: string;
  readonly label: string;
  readonly mediaType: string;
  readonly extension: string;
  readonly write: (item: CslItem) => string;
}

/** The formats in which a crate can be cited. */
export const CITE_FORMATS: readonly CiteFormat[] = [
  {
    name: 'bibtex',
    label: 'BibTeX',
    mediaType: 'application/x-bibtex; charset=utf-8',
    extension: 'bib',
    write: bibtex,
  },
  {
    name: 'ris',
    label: 'RIS',
    mediaType: 'application/x-research-info-systems; charset=utf-8',
    extension: 'ris',
    write: ris,
  },
  {
    name: 'csl',
    label: 'CSL-JSON',
    mediaType: 'application/vnd.citationstyles.csl+json',
    extension: 'csl.json',
    write: (item) => `${JSON.stringify([item], undefined, 2)}\n`,
  },
  {
    name: 'text',
    label: 'Text',
    mediaType: 'text/plain',
    extension: 'txt',
    write: (item) => `${citationText(item)}\n`,
  },
];

/** Authors of one citation; of more, APA 7 names the first 19 and the last. */
const MOST_AUTHORS = 20;

/** A citation for people, as APA 7 writes it: authors, year, title, version, publisher, address. */
export function citationText({ type, title, author = [], issued, publisher, version, URL: url }: CslItem): string {
  const authors = authorsInApa(author);
  const year = String(issued?.['date-parts'][0][0] ?? 'n.d.');
  const kind = type === 'software' ? 'Computer software' : 'Data set';
  const work = `${title}${version === undefined ? '' : ` (Version ${version})`} [${kind}].`;
  const isOwn = author.length === 1 && publisher !== undefined && wholeName(author[0] as CslName) === publisher;
  return [
    authors === '' ? `${work} (${year}).` : `${withStop(authors)} (${year}). ${work}`,
    publisher === undefined || isOwn ? undefined : withStop(publisher),
    url,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

function authorsInApa(names: readonly CslName[]): string {
  const written = (name: CslName) => ('literal' in name ? name.literal : `${name.family}, ${initials(name.given)}`);
  const last = names.at(-1);
  if (last === undefined) return '';
  if (names.length === 1) return written(last);
  if (names.length > MOST_AUTHORS) return `${names.slice(0, MOST_AUTHORS - 1).map(written).join(', ')}, … ${written(last)}`; // prettier-ignore
  return `${names.slice(0, -1).map(written).join(', ')}, & ${written(last)}`;
}

/** `Anna-Maria J` as `A.-M. J.` */
function initials(given: string): string {
  const words = given.split(' ').filter((word) => word !== '');
  return words.map((word) => word.split('-').filter((part) => part !== '').map((part) => `${[...part][0] ?? ''}.`).join('-')).join(' '); // prettier-ignore
}

function wholeName(name: CslName): string {
  return 'literal' in name ? name.literal : `${name.given} ${name.family}`;
}

function withStop(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** An entry for BibTeX and BibLaTeX in UTF-8. */
function bibtex(item: CslItem): string {
  const { title, author = [], issued, publisher, version, DOI: doi, URL: url } = item;
  const [year, month] = issued?.['date-parts'][0] ?? [];
  const fields: readonly (readonly [name: string, value: string | undefined])[] = [
    ['author', author.length === 0 ? undefined : author.map(nameInBibtex).join(' and ')],
    ['title', `{${inLatex(title)}}`], // braces keep its capitals
    ['year', year?.toString()],
    ['month', month?.toString()],
    ['publisher', publisher === undefined ? undefined : `{${inLatex(publisher)}}`],
    ['version', version === undefined ? undefined : inLatex(version)],
    ['doi', doi === undefined ? undefined : verbatim(doi)],
    ['url', url === undefined ? undefined : verbatim(url)],
  ];
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}},\n`]));
  return `@misc{${citeKey(item)},\n${lines.join('')}}\n`;
}

/** Such as `osei2023tarn`. */
function citeKey({ title, author = [], issued }: CslItem): string {
  const plain = (text: string) => text.normalize('NFD').replace(/[^A-Za-z0-9 ]/g, '').toLowerCase().trim(); // prettier-ignore
  const [first] = author;
  const name = first === undefined ? '' : plain('literal' in first ? first.literal : first.family).split(' ')[0];
  const word = plain(title).split(' ').find((one) => one.length > 3) ?? ''; // prettier-ignore
  const key = `${name ?? ''}${String(issued?.['date-parts'][0][0] ?? '')}${word}`.slice(0, 60);
  return /^[a-z]/.test(key) ? key : `crate${key}`;
}

function nameInBibtex(name: CslName): string {
  if ('literal' in name) return `{${inLatex(name.literal)}}`;
  return [name.family, name.given].map((part) => (/,|\band\b/i.test(part) ? `{${inLatex(part)}}` : inLatex(part))).join(', '); // prettier-ignore
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  // BibTeX counts braces, also those behind a backslash.
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function inLatex(text: string): string {
  return text.replace(/[\\{}~^$&%#_]/g, (sign) => LATEX[sign] ?? `\\${sign}`);
}

/** Addresses are not read as LaTeX; only braces would end them. */
function verbatim(text: string): string {
  return text.replace(/[\\{}\s]/g, encodeURIComponent);
}

/** An entry for Zotero, EndNote and others: lines of a tag and a value. */
function ris({ type, title, author = [], issued, publisher, version, DOI: doi, URL: url }: CslItem): string {
  const parts = issued?.['date-parts'][0];
  const date = parts?.map((part) => String(part).padStart(2, '0')).join('/');
  const lines: readonly (readonly [tag: string, value: string | undefined])[] = [
    ['TY', type === 'software' ? 'COMP' : 'DATA'],
    ...author.map((name) => ['AU', 'literal' in name ? name.literal : `${name.family}, ${name.given}`] as const),
    ['TI', title],
    ['PY', parts?.[0]?.toString()],
    ['DA', date === undefined ? undefined : `${date}${'/'.repeat(4 - (parts?.length ?? 0))}`],
    ['PB', publisher],
    ['ET', version],
    ['DO', doi],
    ['UR', url],
    ['ER', ''],
  ];
  return lines.flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${value}\r\n`])).join('');
}
