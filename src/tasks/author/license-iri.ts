import { idProblem } from '../../crate/entities/entity-values.js';
import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';
import { SPDX_PAGE, spdxIdentifier, spdxIdentifiers } from '../../package/spdx-license.js';

/** The IRI of a licence, and what to call it. @param text IRI or SPDX identifier @throws CrateError ERR_USAGE */
export function namedLicense(text: string): { readonly iri: string; readonly name: string } {
  // An IRI of somebody else is what the caller wants, even if SPDX has an identifier for it.
  const id = isUsable(text) && !SPDX_PAGE.test(text) ? undefined : spdxIdentifier(text);
  if (id !== undefined) return { iri: `https://spdx.org/licenses/${id}`, name: id };
  if (isUsable(text)) return { iri: text, name: text };
  throw new CrateError('ERR_USAGE', `${text} is neither an IRI nor an SPDX licence identifier`, {
    hint:
      didYouMean(nearNames(text, spdxIdentifiers())) ??
      'write one such as CC-BY-4.0; https://spdx.org/licenses/ lists them',
  });
}

function isUsable(text: string): boolean {
  return isAbsoluteIri(text) && idProblem(text) === undefined;
}
