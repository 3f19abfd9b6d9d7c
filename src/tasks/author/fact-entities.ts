import type { Crate } from '../../crate/entities/crate.js';
import type { AnyEntity } from '../../crate/entities/entity-properties.js';
import { isOrcid } from '../../crate/orcid.js';
import { CrateError } from '../../base/errors.js';
import type { StatedAuthor } from './fact-files.js';

const ORCID = /^(?:https?:\/\/(?:www\.)?orcid\.org\/|orcid:)?((?:\d{4}-){3}\d{3}[\dX])\/?$/i;
const ADDRESS = /^https?:\/\/[^\s<>"{}|\\^`]+$/i;

/** The entity of a licence that was chosen by name. */
export function licenseEntity({ iri, name }: { readonly iri: string; readonly name: string }): AnyEntity {
  const description = iri === name ? `The licence at ${iri}.` : `The licence that SPDX calls ${name}.`;
  return { '@id': iri, '@type': 'CreativeWork', name, description };
}

/** Adds an author that a file states to the root. Returns what cannot be used of it, in words. */
export function addAuthor(crate: Crate, { name, kind, id, affiliation }: StatedAuthor): string | undefined {
  const orcid = ORCID.exec(id ?? '')?.[1]?.toUpperCase();
  const isWrong = orcid !== undefined && !isOrcid(orcid);
  const address = id !== undefined && orcid === undefined && ADDRESS.test(id) ? id : undefined;
  const iri = orcid === undefined || isWrong ? address : `https://orcid.org/${orcid}`;
  try {
    const organization = affiliation === undefined ? undefined : crate.addOrganization({ name: affiliation });
    const author =
      kind === 'organization'
        ? crate.addOrganization({ name, '@id': iri })
        : crate.addPerson({ name, '@id': iri, affiliation: organization });
    crate.root.add({ author });
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    return `the author ${name} was not added: ${error.message}`;
  }
  return isWrong ? `${name} has no identifier, because ${orcid} is not an ORCID: its check digit is wrong` : undefined;
}
