import type { Quad } from '@rdfjs/types';
import { serializeRdf } from '../../base/rdf/serialize-rdf.js';
import { JSONLD, NQUADS, syntaxOf } from '../../base/rdf/syntaxes.js';
import { writeTurtle } from '../../base/rdf/turtle/write-turtle.js';
import { GRAPH_ANSWERS } from './answer-formats.js';

/** The formats in which a server describes itself. */
export const DESCRIPTION_FORMATS = GRAPH_ANSWERS.filter((syntax) => syntax !== JSONLD);

/** Writes what a server says of itself. @param format the name of one of {@link DESCRIPTION_FORMATS} */
export async function descriptionText(
  quads: readonly Quad[],
  format: string,
  prefixes: Readonly<Record<string, string>>,
): Promise<string> {
  const syntax = syntaxOf(format) ?? NQUADS;
  const chunks = syntax.writer === 'turtle' ? writeTurtle(quads, { prefixes }) : serializeRdf(quads, syntax, prefixes);
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}
