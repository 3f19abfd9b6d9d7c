import { createRequire } from 'node:module';
import { idProblem } from '../../crate/entities/entity-values.js';
import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { didYouMean, nearNames } from '../../base/rdf/near-names.js';

/** What SPDX said before it told `-only` from `-or-later`. */
const OLD_GNU = /^([AL]?GPL-\d\.\d)(\+?)$/i;
const OF_SPDX = /^https?:\/\/spdx\.org\/licenses\/([\w.+-]+?)(?:\.html|\.json)?\/?$/;

/** The IRI of a licence, and what to call it. @param text IRI or SPDX identifier @throws CrateError ERR_USAGE */
export function namedLicense(text: string): { readonly iri: string; readonly name: string } {
  const named = OF_SPDX.exec(text)?.[1] ?? text;
  if (isUsable(named)) return { iri: named, name: named };
  const current = named.replace(
    OLD_GNU,
    (_, id: string, more: string) => `${id}${more === '' ? '-only' : '-or-later'}`,
  );
  const known = createRequire(import.meta.url)('spdx-license-ids/index.json') as string[];
  const id = known.find((one) => one.toLowerCase() === current.toLowerCase());
  if (id !== undefined) return { iri: `https://spdx.org/licenses/${id}`, name: id };
  if (isUsable(text)) return { iri: text, name: text };
  throw new CrateError('ERR_USAGE', `${text} is neither an IRI nor an SPDX licence identifier`, {
    hint: didYouMean(nearNames(text, known)) ?? 'write one such as CC-BY-4.0; https://spdx.org/licenses/ lists them',
  });
}

function isUsable(text: string): boolean {
  return isAbsoluteIri(text) && idProblem(text) === undefined;
}
