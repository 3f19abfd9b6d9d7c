import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import fortran from 'highlight.js/lib/languages/fortran';
import go from 'highlight.js/lib/languages/go';
import groovy from 'highlight.js/lib/languages/groovy';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import julia from 'highlight.js/lib/languages/julia';
import latex from 'highlight.js/lib/languages/latex';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import matlab from 'highlight.js/lib/languages/matlab';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** The languages of research software and its files; each also knows its usual endings of file names. */
const CODE = createLowlight({
  ...{ bash, c, cpp, css, dockerfile, fortran, go, groovy, ini, java, javascript, json, julia, latex, lua, makefile },
  ...{ matlab, perl, php, python, r, ruby, rust, scala, sql, typescript, xml, yaml },
});
CODE.registerAlias({
  python: ['smk', 'snakefile'],
  groovy: ['nf', 'config'],
  yaml: ['cwl', 'cff'],
  json: ['ga', 'jsonld', 'geojson', 'ipynb', 'ld+json', 'geo+json'],
  ini: ['cfg', 'conf'],
  latex: ['bib'],
  r: ['rscript'],
  xml: ['rdf', 'owl', 'xsd'],
});

/** What programs write for programs, or somebody to keep others busy: its colours would cost seconds. */
const UNREADABLE = /[^\n]{1000}|[\w$]{120}|\s{120}|(?:\.\s*[\w"'-]+\s*){60}/;

/** Some characters of code that are of one kind, such as `keyword`. */
export interface CodePiece {
  readonly kind: string | undefined;
  readonly text: string;
}

/** The language of a file by its name or media type; undefined for one that is not coloured. */
export function codeLanguage(path: string, mediaType: string | undefined): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const kind = /^(?:text|application)\/(?:x-)?(.+)$/.exec(mediaType ?? '')?.[1] ?? '';
  return [ending, kind, kind.replace(/^.*\+/, '')].find((one) => one !== '' && CODE.registered(one));
}

/** Characters of a text that get colours: the work may grow with the square of them. */
export const MOST_COLOURED = 16_384;

/**
 * Divides code into pieces; undefined if its language is not known, or it is not for reading.
 * @param most so many characters get colours, up to the end of a line
 */
export function codePieces(
  text: string,
  language: string | undefined,
  most = MOST_COLOURED,
): readonly CodePiece[] | undefined {
  if (language === undefined || !CODE.registered(language)) return undefined;
  const coloured = text.length <= most ? text : text.slice(0, text.lastIndexOf('\n', most - 1) + 1);
  if (UNREADABLE.test(coloured)) return undefined;
  const pieces = piecesOf(CODE.highlight(language, coloured, { prefix: '' }).children);
  // It gives up where brackets are in each other too deep.
  if (pieces.reduce((sum, piece) => sum + piece.text.length, 0) < coloured.length) return undefined;
  return [...pieces, { kind: undefined, text: text.slice(coloured.length) }];
}

type Nodes = ReturnType<typeof CODE.highlight>['children'];

/** Each text with the kind of what is nearest around it. Brackets of some languages are in each other without end. */
function piecesOf(nodes: Nodes): CodePiece[] {
  const pieces: CodePiece[] = [];
  const left = nodes.map((node) => ({ node, kind: undefined as string | undefined })).reverse();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, kind } = next;
    const previous = pieces.at(-1);
    if (node.type === 'text') {
      if (previous !== undefined && previous.kind === kind)
        pieces[pieces.length - 1] = { kind, text: previous.text + node.value };
      else pieces.push({ kind, text: node.value });
    } else if (node.type === 'element') {
      const [own] = (node.properties['className'] ?? []) as string[];
      for (const child of node.children.toReversed()) left.push({ node: child, kind: own ?? kind });
    }
  }
  return pieces;
}
