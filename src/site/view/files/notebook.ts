import { pictureSize, type PictureSize } from './picture-size.js';

/** A Jupyter notebook as a page shows it (nbformat 3 and 4): nothing in it is run. */
export interface Notebook {
  /** Of its code, as its kernel says. */
  readonly language: string | undefined;
  /** Those of one page. */
  readonly cells: readonly NotebookCell[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** A part of a notebook. */
export type NotebookCell =
  | { readonly kind: 'markdown' | 'raw'; readonly text: CutText }
  | {
      readonly kind: 'code';
      readonly text: CutText;
      /** The place in the order of runs; undefined if it was not run. */
      readonly run: number | undefined;
      readonly outputs: readonly NotebookOutput[];
      /** Outputs that are left out. */
      readonly moreOutputs: number;
    };

/** What a run of a cell has written. */
export type NotebookOutput =
  | { readonly kind: 'text' | 'error'; readonly text: CutText }
  | { readonly kind: 'markdown'; readonly text: CutText }
  | { readonly kind: 'picture'; readonly address: string; readonly size: PictureSize | undefined }
  /** Of these media types, which pages do not show, or too large a picture. */
  | { readonly kind: 'unshown'; readonly types: readonly string[] };

/** A text, perhaps only its beginning. */
export interface CutText {
  readonly text: string;
  readonly isCut: boolean;
}

const MOST_TEXT = 20_000;
/** Characters of all texts of one page; some of them are read as Markdown, which takes time. */
const MOST_OF_PAGE = 400_000;
const MOST_OUTPUTS = 20;
/** Characters of a picture in Base64; it is a part of the page. */
const MOST_PICTURE = 1_500_000;

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const CELLS_OF_PAGE = 50;

/**
 * Reads one page of a notebook, the last one if there is no such page.
 * @param wanted from 1
 * @returns undefined if the text is none
 */
export function readNotebook(text: string, wanted = 1): Notebook | undefined {
  const document = parsed(text);
  if (document === undefined) return undefined;
  const metadata = objectAt(document, 'metadata');
  const language =
    textAt(objectAt(metadata, 'language_info'), 'name') ?? textAt(objectAt(metadata, 'kernelspec'), 'language');
  // nbformat 3 has its cells in worksheets.
  const cells = [document, ...listAt(document, 'worksheets')].flatMap((one) => listAt(one, 'cells'));
  const pages = Math.max(1, Math.ceil(cells.length / CELLS_OF_PAGE));
  const page = Math.min(wanted, pages);
  const room = { left: MOST_OF_PAGE };
  const shown = cells.slice((page - 1) * CELLS_OF_PAGE, page * CELLS_OF_PAGE);
  return { language, cells: shown.map((cell) => readCell(cell, room)), page, pages };
}

type Given = Readonly<Record<string, unknown>>;

function parsed(text: string): Given | undefined {
  try {
    const document: unknown = JSON.parse(text);
    return isObject(document) && typeof document['nbformat'] === 'number' ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Characters that the texts of a page may still have; it counts down. */
interface Room {
  left: number;
}

function readCell(cell: Given, room: Room): NotebookCell {
  const type = cell['cell_type'];
  const text = cutAt(cell['source'] ?? cell['input'], room);
  if (type === 'heading') return { kind: 'markdown', text: { ...text, text: `## ${text.text}` } };
  if (type === 'markdown') return { kind: 'markdown', text };
  if (type !== 'code') return { kind: 'raw', text };
  const outputs = listAt(cell, 'outputs');
  const run = cell['execution_count'] ?? cell['prompt_number'];
  return {
    kind: 'code',
    text,
    run: typeof run === 'number' ? run : undefined,
    outputs: outputs.slice(0, MOST_OUTPUTS).map((output) => readOutput(output, room)),
    moreOutputs: Math.max(0, outputs.length - MOST_OUTPUTS),
  };
}

function readOutput(output: Given, room: Room): NotebookOutput {
  const type = output['output_type'];
  if (type === 'stream') return { kind: 'text', text: cutAt(output['text'], room) };
  if (type === 'error' || type === 'pyerr') {
    const said = cutAt(listOf(output['traceback']).join('\n'), room);
    const short = [output['ename'], output['evalue']].filter((one) => typeof one === 'string').join(': ');
    return { kind: 'error', text: said.text === '' ? cutAt(short, room) : said };
  }
  return readBundle(isObject(output['data']) ? output['data'] : bundleOf(output), room);
}

/** nbformat 3 has short names beside those of other facts. */
function bundleOf({ png, jpeg, text, html, svg, latex }: Given): Given {
  return {
    'image/png': png,
    'image/jpeg': jpeg,
    'text/plain': text,
    'text/html': html,
    'image/svg+xml': svg,
    'text/latex': latex,
  };
}

/** Several forms of one thing: the best that a page can show. */
function readBundle(bundle: Given, room: Room): NotebookOutput {
  const types = Object.keys(bundle).filter((type) => bundle[type] !== undefined);
  for (const type of PICTURES) {
    const found = pictureOf(type, joined(bundle[type]).replace(/\s+/g, ''));
    if (found !== undefined) return found;
  }
  const drawing = joined(bundle['image/svg+xml']);
  if (drawing !== '' && drawing.length <= MOST_PICTURE) {
    // In an `img` no script of it runs.
    const bytes = Buffer.from(drawing);
    return { kind: 'picture', address: addressOf('image/svg+xml', bytes.toString('base64')), size: pictureSize(bytes) };
  }
  if (bundle['text/markdown'] !== undefined) return { kind: 'markdown', text: cutAt(bundle['text/markdown'], room) };
  const plain = bundle['text/plain'] ?? bundle['text/latex'];
  return plain === undefined ? { kind: 'unshown', types } : { kind: 'text', text: cutAt(plain, room) };
}

function pictureOf(type: string, base64: string): NotebookOutput | undefined {
  if (base64 === '' || base64.length > MOST_PICTURE || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  return { kind: 'picture', address: addressOf(type, base64), size: pictureSize(Buffer.from(base64, 'base64')) };
}

function addressOf(type: string, base64: string): string {
  return `data:${type};base64,${base64}`;
}

/** Notebooks write long texts as lists of lines. */
function joined(value: unknown): string {
  return typeof value === 'string' ? value : listOf(value).join('');
}

/** The codes that colour a text in a terminal. */
const TERMINAL_CODES = /\u001B\[[\d;?]*[A-Za-z]/g;

function cutAt(value: unknown, room: Room): CutText {
  const text = joined(value);
  const most = Math.min(MOST_TEXT, room.left);
  const isCut = text.length > most;
  const shown = isCut ? text.slice(0, most).toWellFormed() : text;
  room.left -= shown.length;
  return { text: shown.replace(TERMINAL_CODES, ''), isCut };
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectAt(of: Given, key: string): Given {
  const value = of[key];
  return isObject(value) ? value : {};
}

function textAt(of: Given, key: string): string | undefined {
  const value = of[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function listAt(of: Given, key: string): Given[] {
  const value = of[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
