import { createHash } from 'node:crypto';
import { doiAddress, doiIn } from '../../crate/doi.js';
import { orcidIn } from '../../crate/orcid.js';
import { rorIn } from '../../crate/ror.js';
import { spdxIdentifier } from '../../package/spdx-license.js';

/** What identifies something in the whole world. */
export type IdentifierKind = 'orcid' | 'ror' | 'doi' | 'licence' | 'checksum' | 'email';

/** An identifier in its one form. */
export interface KnownIdentifier {
  readonly kind: IdentifierKind;
  /** The same for all spellings. */
  readonly iri: string;
}

/** The identifier that an IRI is; undefined for any other IRI. */
export function identifierOfIri(iri: string): KnownIdentifier | undefined {
  if (!/^(?:https?|doi|info|urn|orcid|ror):/i.test(iri)) return undefined;
  const named = scholarly(iri, { isText: false, scheme: undefined });
  if (named !== undefined) return named;
  const licence = /^https?:/i.test(iri) ? spdxIdentifier(iri) : undefined;
  return licence === undefined ? undefined : licenceIdentifier(licence);
}

/**
 * The identifier that a text is, such as a value of `identifier`. Nine letters alone are a ROR only where that is said.
 * @param scheme what the text is said to be, as a `propertyID` does
 */
export function identifierOfText(text: string, scheme?: string): KnownIdentifier | undefined {
  return scholarly(text, { isText: true, scheme });
}

function scholarly(
  text: string,
  { isText, scheme = '' }: { readonly isText: boolean; readonly scheme: string | undefined },
): KnownIdentifier | undefined {
  const orcid = orcidIn(text);
  if (orcid !== undefined) return { kind: 'orcid', iri: `https://orcid.org/${orcid}` };
  const ror = rorIn(text, /\bror\b/i.test(scheme));
  if (ror !== undefined) return { kind: 'ror', iri: `https://ror.org/${ror}` };
  const doi = doiIn(text, isText);
  return doi === undefined ? undefined : { kind: 'doi', iri: doiAddress(doi) };
}

/** The licence that an IRI or a text of something is that is known to be a licence. */
export function licenceOf(text: string): KnownIdentifier | undefined {
  const id = spdxIdentifier(text);
  return id === undefined ? undefined : licenceIdentifier(id);
}

function licenceIdentifier(id: string): KnownIdentifier {
  return { kind: 'licence', iri: `https://spdx.org/licenses/${id}` };
}

/** The algorithms of checksums that nobody can make two files for, with the name of each in RFC 6920. */
const ALGORITHMS = { sha256: 'sha-256', sha384: 'sha-384', sha512: 'sha-512' } as const;

const CHECKSUM_PROPERTY = /[/#]sha-?(256|384|512)$/i;

/** The algorithm of the property of a checksum, in whatever vocabulary; undefined for any other property. */
export function checksumAlgorithm(property: string): keyof typeof ALGORITHMS | undefined {
  const [, bits] = CHECKSUM_PROPERTY.exec(property) ?? [];
  return bits === undefined ? undefined : (`sha${bits}` as keyof typeof ALGORITHMS);
}

/** The content of a file as RFC 6920 names it; undefined for what is no such checksum, and for the empty file. */
export function contentChecksum(algorithm: keyof typeof ALGORITHMS, text: string): KnownIdentifier | undefined {
  const digits = text.trim().toLowerCase();
  const bytes = Number(algorithm.slice(3)) / 8;
  if (digits.length !== bytes * 2 || !/^[0-9a-f]+$/.test(digits)) return undefined;
  if (createHash(algorithm).digest('hex') === digits) return undefined;
  return {
    kind: 'checksum',
    iri: `ni:///${ALGORITHMS[algorithm]};${Buffer.from(digits, 'hex').toString('base64url')}`,
  };
}

const ADDRESS = /^(?:mailto:)?([\w.!#$%&'*+/=^`{|}~-]{1,64})@((?:[a-z\d](?:[a-z\d-]{0,62}[a-z\d])?\.)+[a-z]{2,63})$/i;

/**
 * An e-mail address in lower case. RFC 5321 lets a host tell the case of what is before the `@`, but no host that people
 * use does, and the same person writes it in either case.
 */
export function emailIn(text: string): KnownIdentifier | undefined {
  const [, user, host] = ADDRESS.exec(text.trim()) ?? [];
  if (user === undefined || host === undefined) return undefined;
  const address = `${user}@${host}`.toLowerCase();
  return { kind: 'email', iri: `mailto:${address.replace(/[%#?{}|^`/&]/g, encodeURIComponent)}` };
}

/** What many people read: an address of an office, not of a person. */
const OFFICES = new Set(
  ['abuse', 'admin', 'administrator', 'all', 'contact', 'data', 'editor', 'enquiries', 'feedback', 'hello', 'help', 'helpdesk', 'info', 'it', 'lab', 'library', 'mail', 'noreply', 'no-reply', 'office', 'postmaster', 'press', 'research', 'root', 'secretariat', 'service', 'support', 'team', 'webmaster'], // prettier-ignore
);

/** Whether an address is that of an office, so that it says nothing of a person. */
export function isOfficeAddress({ iri }: Pick<KnownIdentifier, 'iri'>): boolean {
  return OFFICES.has(/^mailto:([^@+]*)/.exec(iri)?.[1] ?? '');
}
