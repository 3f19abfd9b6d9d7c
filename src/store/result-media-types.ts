import { CrateError } from '../base/errors.js';
import { ROW_FORMATS } from '../base/rdf/row-formats.js';
import type { ResultMediaType } from './port.js';
import { makesGraph, type QueryForm } from './sparql-tokens.js';

/** Checks that the result of a query can be written in a media type. @throws CrateError ERR_QUERY_FORMAT */
export function requireMediaType(form: QueryForm, mediaType: ResultMediaType): void {
  if (makesGraph(form) === ROW_FORMATS.some((format) => format.mediaType === mediaType))
    throw new CrateError('ERR_QUERY_FORMAT', `the result of ${form} cannot be written as ${mediaType}`);
}
