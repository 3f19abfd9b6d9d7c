import type { LinkContext, LinkTarget, SignpostedCrate } from './crate-links.js';
import { linkContexts } from './crate-links.js';
import { asciiAddress, linkLine } from './link-headers.js';

/** Writes the link set of a crate as JSON (RFC 9264, section 4.2), piece by piece. */
export function* jsonLinkSet(crate: SignpostedCrate): Generator<string> {
  let before = '{"linkset":[\n';
  for (const context of linkContexts(crate)) {
    yield before;
    yield* jsonContext(context);
    before = ',\n';
  }
  yield '\n]}\n';
}

function* jsonContext({ anchor, groups }: LinkContext): Generator<string> {
  yield `{"anchor":${JSON.stringify(asciiAddress(anchor))}`;
  for (const { rel, targets } of groups) {
    let before = `,${JSON.stringify(rel)}:[`;
    for (const target of targets) {
      yield `${before}${jsonTarget(target)}`;
      before = ',';
    }
    if (before === ',') yield ']';
  }
  yield '}';
}

/**
 * The profile is a text, as FAIR Signposting and its clients have it: of a list, which the format has for attributes
 * that it does not know (section 4.2.4.3), the clients that we have seen make an error.
 */
function jsonTarget({ href, type, profile }: LinkTarget): string {
  return JSON.stringify({
    href: asciiAddress(href),
    ...(type !== undefined && { type }),
    ...(profile !== undefined && { profile }),
  });
}

/** Writes the link set of a crate as text (RFC 9264, section 4.1): each link says from where it leads. */
export function* textLinkSet(crate: SignpostedCrate): Generator<string> {
  let before = '';
  for (const { anchor, groups } of linkContexts(crate))
    for (const { rel, targets } of groups)
      for (const target of targets) {
        yield `${before}${linkLine(rel, target, anchor)}`;
        before = ',\n';
      }
  yield '\n';
}
