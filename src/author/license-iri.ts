import { createRequire } from 'node:module';
import { CrateError } from '../errors.js';
import { isAbsoluteIri } from '../rdf/iri.js';
import { didYouMean, nearNames } from '../rdf/near-names.js';

/** The IRI of a licence, and what to call it. @param text IRI or SPDX identifier @throws CrateError ERR_USAGE */
export function namedLicense(text: string): { readonly iri: string; readonly name: string } {
  if (isAbsoluteIri(text)) return { iri: text, name: text };
  const known = createRequire(import.meta.url)('spdx-license-ids/index.json') as string[];
  const id = known.find((one) => one.toLowerCase() === text.toLowerCase());
  if (id !== undefined) return { iri: `https://spdx.org/licenses/${id}`, name: id };
  throw new CrateError('ERR_USAGE', `${text} is neither an IRI nor an SPDX licence identifier`, {
    hint: didYouMean(nearNames(text, known)) ?? 'write one such as CC-BY-4.0; https://spdx.org/licenses/ lists them',
  });
}
