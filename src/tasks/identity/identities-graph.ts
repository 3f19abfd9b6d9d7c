import { createHash } from 'node:crypto';
import { iriToNQuads, quoteNQuads } from '../../base/rdf/nquads.js';
import { CRATEGRAPH, RDFS } from '../../base/rdf/vocabulary.js';
import { IDENTITIES } from '../../store/graph-errors.js';
import { pieceOf } from '../../store/pieces.js';
import type { Piece } from '../../store/port.js';
import type { IdentityClass, IdentityMember, IdentityReason } from './identity-classes.js';
import type { IdentifierKind } from './normal-forms.js';

/** The property from the IRI of a class to its other IRIs. */
export const SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';
/** Our terms in the graph: what a class is, and why an IRI is in it. */
export const IDENTITY_TERMS = {
  kind: `${CRATEGRAPH}kind`,
  because: `${CRATEGRAPH}because`,
  member: `${CRATEGRAPH}member`,
  identifier: `${CRATEGRAPH}identifier`,
} as const;

/** What the graph is called. */
export const IDENTITIES_NAME = 'What is the same across crates';

const KIND_NAMES: Readonly<Record<IdentifierKind, string>> = {
  orcid: 'ORCID',
  ror: 'ROR',
  doi: 'DOI',
  licence: 'licence',
  checksum: 'checksum',
  email: 'e-mail address',
};

const REASON_NAMES: Readonly<Record<IdentityReason, string>> = {
  iri: 'its IRI is this',
  identifier: 'its identifier is this',
  sameAs: 'its sameAs is this',
  url: 'its url is this',
  checksum: 'its content has this',
  email: 'it has this',
};

/** Why an IRI is in a class, as in `its identifier is this ORCID`. */
export function reasonText({ identifier, reason }: IdentityMember['claims'][number]): string {
  return `${REASON_NAMES[reason]} ${KIND_NAMES[identifier.kind]}`;
}

/** Lines that are held at once. */
const CHUNK = 1 << 18;

/** The graph as pieces for a store; the same classes are the same bytes. */
export function identitiesPieces(classes: readonly IdentityClass[]): {
  readonly pieces: Piece[];
  readonly quads: number;
  readonly sha256: string;
} {
  const pieces: Piece[] = [];
  const hash = createHash('sha256');
  let text = '';
  const flush = (): void => {
    if (text === '') return;
    const bytes = Buffer.from(text);
    hash.update(bytes);
    pieces.push(pieceOf(bytes));
    text = '';
  };
  for (const line of identityLines(classes)) {
    text += line;
    if (text.length >= CHUNK) flush();
  }
  flush();
  return { pieces, quads: pieces.reduce((sum, piece) => sum + piece.quads, 0), sha256: hash.digest('hex') };
}

function* identityLines(classes: readonly IdentityClass[]): Generator<string> {
  const line = (subject: string, property: string, object: string) =>
    `${subject} <${property}> ${object} <${IDENTITIES}> .\n`;
  yield line(`<${IDENTITIES}>`, `${RDFS}label`, quoteNQuads(IDENTITIES_NAME));
  for (const { canonical, kind, members } of classes) {
    const subject = iriToNQuads(canonical);
    yield line(subject, IDENTITY_TERMS.kind, quoteNQuads(kind));
    for (const member of members) {
      const iri = iriToNQuads(member.iri);
      if (iri !== subject) yield line(subject, SAME_AS, iri);
      for (const claim of member.claims) {
        const node = `_:i${createHash('sha256').update(`${member.iri} ${claim.identifier.iri} ${claim.reason}`).digest('hex').slice(0, 32)}`;
        yield line(subject, IDENTITY_TERMS.because, node);
        yield line(node, IDENTITY_TERMS.member, iri);
        yield line(node, IDENTITY_TERMS.identifier, iriToNQuads(claim.identifier.iri));
        yield line(node, `${RDFS}comment`, quoteNQuads(reasonText(claim)));
      }
    }
  }
}
