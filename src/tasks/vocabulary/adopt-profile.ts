import type { Node } from 'jsonc-parser';
import { firstOf } from '../../crate/context/context-source.js';
import { editDocument } from '../../crate/edit/edit-document.js';
import { spellingsIn } from '../../crate/edit/mentioned-ids.js';
import { withContext } from '../../crate/follow/context-text.js';
import {
  lineText,
  localStyle,
  nodeText,
  rebuild,
  styleOf,
  treeOf,
  type Item,
  type TextStyle,
} from '../../crate/follow/json-text.js';
import { decodeUtf8 } from '../../crate/json/byte-source.js';
import type { JsonObject } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { baseIn, withOtherContext } from './context-entries.js';
import type { OwnTerm } from './shared-terms.js';

/** The profile that a crate is to use. */
export interface AdoptedProfile {
  readonly permalink: string;
  readonly name: string;
  /** Address of its context. */
  readonly address: string;
  /** The context that is there. */
  readonly context: JsonObject;
  /** The new IRI of each term, by its old IRI. */
  readonly iris: ReadonlyMap<string, string>;
}

const PROFILE = 'http://www.w3.org/ns/dx/prof/Profile';

/**
 * Lets a crate use the terms of a profile in place of its own: without their entries and definitions, with the context
 * of the profile as the second one, and with the profile in the `conformsTo` of the root. All else keeps its text.
 * @param terms the terms of the crate that the profile has
 * @throws CrateError ERR_UNSUPPORTED, ERR_ROOT_NOT_FOUND, and as `editDocument`
 */
export async function adoptProfile(
  document: CrateDocument,
  terms: readonly Pick<OwnTerm, 'name' | 'iri'>[],
  profile: AdoptedProfile,
): Promise<Uint8Array[]> {
  const { address, context, permalink, name } = profile;
  const { source } = document.json;
  const style = styleOf(decodeUtf8(source.read(0, Math.min(source.length, 1 << 16))).text);
  const moved = new Set(terms.map((term) => term.name));
  const contexts = firstOf(
    { load: async (one) => (one === address ? context : undefined) },
    { load: (one) => document.contexts.load(one) },
  );
  const change = (skeleton: string, entities: string) =>
    withContext(withProfile(skeleton, moved, { address, style }), entities, { contexts: [], terms: {} }, style);
  const renamed = await withOtherContext(document, change, contexts);
  const spellings = spellingsIn(document);
  const root = spellings.get(document.root.root)?.text ?? document.root.root;
  const type = renamed.context.expandVocab('Profile');
  const isProfile = type.kind === 'absolute' && type.iri === PROFILE;
  const described: JsonObject = {
    '@id': permalink,
    '@type': isProfile ? ['CreativeWork', 'Profile'] : 'CreativeWork',
    name,
  };
  const base = baseIn(document.writtenContext);
  const chunks = await editDocument(renamed, {
    ids: new Map(terms.flatMap(({ iri }) => (isElsewhere(iri, profile) ? [[iri, profile.iris.get(iri) ?? iri]] : []))),
    drop: new Map(terms.map(({ iri }) => [iri, 'all'])),
    add: [{ '@id': root, conformsTo: { '@id': permalink } }, ...(spellings.has(permalink) ? [] : [described])],
    base,
  });
  return [...chunks];
}

function isElsewhere(iri: string, { iris }: AdoptedProfile): boolean {
  return (iris.get(iri) ?? iri) !== iri;
}

interface NewPart {
  readonly address: string;
  readonly style: TextStyle;
}

/** A document without entities whose context has a second address, and no longer some terms. */
function withProfile(skeleton: string, moved: ReadonlySet<string>, { address, style }: NewPart): string {
  const property = (treeOf(skeleton).children ?? []).findLast(({ children }) => children?.[0]?.value === '@context');
  const value = property?.children?.[1];
  if (value === undefined) return skeleton;
  const start = skeleton.slice(0, value.offset);
  return start + contextText(skeleton, value, moved, { address, style }) + skeleton.slice(value.offset + value.length);
}

function contextText(text: string, value: Node, moved: ReadonlySet<string>, { address, style }: NewPart): string {
  const parts = value.type === 'array' ? (value.children ?? []) : [value];
  const items = parts.flatMap((part, from): Item[] => {
    const written = withoutTerms(text, part, moved, style);
    return written === undefined ? [] : [{ text: written, from }];
  });
  const isThere = parts.some((part) => part.value === address);
  const all = isThere ? items : [...items.slice(0, 1), { text: lineText(address, style) }, ...items.slice(1)];
  const local = localStyle(text, [value], style);
  if (value.type === 'array') return rebuild(text, value, all, local);
  return `[${all.map((item) => item.text).join(', ')}]`;
}

/** The text of a context without some terms; undefined if there is nothing else in it. */
function withoutTerms(text: string, part: Node, moved: ReadonlySet<string>, style: TextStyle): string | undefined {
  if (part.type !== 'object') return nodeText(text, part);
  const children = part.children ?? [];
  const items = children.flatMap((property, from): Item[] =>
    moved.has(String(property.children?.[0]?.value)) ? [] : [{ text: nodeText(text, property), from }],
  );
  if (items.length === children.length) return nodeText(text, part);
  return items.length === 0 ? undefined : rebuild(text, part, items, localStyle(text, [part], style));
}
