import { fieldsOf, fieldsOfJson, fieldsOfYaml, lineIn } from './fields.js';
import { languageNamed, type Language } from './languages.js';

/** What the text of a script or workflow says of itself. */
export interface StatedCode {
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
export const WORKFLOW_TEXTS: Readonly<Record<string, (text: string) => StatedCode | undefined>> = {
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
