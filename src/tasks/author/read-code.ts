import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstBytesOf, unreadable } from '../../base/disk/read-file.js';
import { MalformedText, fieldsOf, fieldsOfJson, fieldsOfYaml, lineIn } from './fields.js';
import type { FoundEntry } from './folder-tree.js';
import { languageOfExtension, languageOfFirstLine, type Language, languageNamed } from './languages.js';

/** What a file with code is. */
export interface Code extends StatedCode {
  /** Undefined if neither name nor content tells. */
  readonly language: Language | undefined;
  /** What could not be read, in words. */
  readonly problem?: string;
}

/** Of a larger file, only the name counts. */
const LARGEST = 50_000_000;

/** Enough for a first line, and to tell text from data. */
const HEAD = 512;

/**
 * What a file with code is, by its name and, where that leaves it open, by its content; undefined for other files.
 * @param paths all files of the folder
 * @throws CrateError ERR_NOT_FOUND for a file that cannot be read
 */
export async function readCode(
  folder: string,
  { path, size }: FoundEntry,
  paths: ReadonlySet<string>,
): Promise<Code | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^snakefile$/i.test(name)) return { language: languageOfExtension('smk'), isWorkflow: true };
  const dot = name.lastIndexOf('.');
  if (dot < 0) return codeIn(languageOfFirstLine(headOf(folder, path)));
  const extension = name.slice(dot + 1).toLowerCase();
  const language = languageOfExtension(extension);
  if (extension === 'nf') return { language, isWorkflow: isPipeline(path, paths) };
  if (extension === 'ts' && headOf(folder, path).includes('\0')) return undefined; // a film
  const stated = Object.hasOwn(WORKFLOW_TEXTS, extension) ? WORKFLOW_TEXTS[extension] : undefined;
  if (stated === undefined) return codeIn(language);
  if (size > LARGEST)
    return { language, problem: `${path} is larger than ${LARGEST} bytes: it was not checked for a workflow` };
  try {
    const found = stated(await codeText(folder, path));
    return found && { language, ...found };
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error;
    return { language, problem: `${path} is malformed: ${error.message}` };
  }
}

function codeIn(language: Language | undefined): Code | undefined {
  return language && { language };
}

/** Modules are called `main.nf` too: a pipeline is at the top of the folder, or has its configuration beside it. */
function isPipeline(path: string, paths: ReadonlySet<string>): boolean {
  const [, place] = /^(.*\/|)main\.nf$/.exec(path) ?? [];
  return place === '' || (place !== undefined && paths.has(`${place}nextflow.config`));
}

function headOf(folder: string, path: string): string {
  const place = join(folder, path);
  try {
    return firstBytesOf(place, HEAD).toString('latin1');
  } catch (error) {
    throw unreadable(place, error);
  }
}

async function codeText(folder: string, path: string): Promise<string> {
  const place = join(folder, path);
  const text = await readFile(place, 'utf8').catch((error: unknown) => {
    throw unreadable(place, error);
  });
  return text.replace(/^\uFEFF/, '');
}

/** What the text of a script or workflow says of itself. */
interface StatedCode {
  /** Whether it is a workflow; what is no workflow is a script. */
  readonly isWorkflow?: boolean;
  /** Only where the extension does not tell. */
  readonly language?: Language | undefined;
  /** Version of the language. */
  readonly version?: string | undefined;
  readonly title?: string | undefined;
}

/**
 * How the text of a file says what it is, by extension; undefined for a text of another kind.
 * They throw a MalformedText.
 */
const WORKFLOW_TEXTS: Readonly<Record<string, (text: string) => StatedCode | undefined>> = {
  cwl: ofCwl,
  ga: ofGalaxy,
  ipynb: ofNotebook,
  wdl: ofWdl,
};

/** A document, or several packed into one. */
function ofCwl(text: string): StatedCode {
  const top = fieldsOfYaml(text);
  const packed = Array.isArray(top.$graph) ? top.$graph.map(fieldsOf) : [];
  const isWorkflow = [top, ...packed].some((one) => one.class === 'Workflow');
  return { isWorkflow, version: lineIn(top.cwlVersion), title: lineIn(top.label) };
}

function ofGalaxy(text: string): StatedCode | undefined {
  const top = fieldsOfJson(text);
  return top.a_galaxy_workflow === undefined ? undefined : { isWorkflow: true, title: lineIn(top.name) };
}

/** A notebook is a script in the language of its kernel. */
function ofNotebook(text: string): StatedCode {
  const metadata = fieldsOf(fieldsOfJson(text).metadata);
  const { name, version } = fieldsOf(metadata.language_info);
  const language = lineIn(name) ?? lineIn(fieldsOf(metadata.kernelspec).language);
  return { language: language === undefined ? undefined : languageNamed(language), version: lineIn(version) };
}

/** Without a version it is a draft, the language before 1.0. */
function ofWdl(text: string): StatedCode {
  const code = text.replaceAll(/^\s*#.*$/gm, '');
  const version = /^\s*version\s+(\S+)/.exec(code)?.[1] ?? 'draft-2';
  return { isWorkflow: /^\s*workflow\s+\w+\s*\{/m.test(code), version };
}
