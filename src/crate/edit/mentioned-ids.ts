import { decodeUtf8 } from '../json/byte-source.js';
import { topEntities } from '../json/lazy-document.js';
import { styleOf } from '../follow/json-text.js';
import { meantBy, respelled, type StringKind } from '../follow/respell.js';
import type { CrateDocument } from '../read/crate-document.js';

/** How a document first writes a node. */
export interface Spelling {
  readonly text: string;
  readonly kind: StringKind;
  /** Its first relative spelling, if `text` is not relative. */
  readonly relative?: string;
}

/**
 * The identifiers in a document, described or only mentioned, types and blank nodes not included.
 * @returns by IRI its first relative spelling, which needs a new one in another place, or else its first spelling
 */
export function mentionedIds(document: CrateDocument): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [iri, { text, kind, relative = text }] of spellingsIn(document))
    if (kind !== 'type' && !iri.startsWith('_:')) ids.set(iri, relative);
  return ids;
}

/** The spellings of documents: who plans an edit needs them, and the edit again. */
const known = new WeakMap<CrateDocument, ReadonlyMap<string, Spelling>>();

/** All nodes that a document writes, by IRI or `_:label`, in the order of their first spellings. Types count last. */
export function spellingsIn(document: CrateDocument): ReadonlyMap<string, Spelling> {
  let spellings = known.get(document);
  if (spellings === undefined) known.set(document, (spellings = findSpellings(document)));
  return spellings;
}

/** Whether a spelling is relative in its document: not absolute, not a compact IRI, not a blank node. */
export function isRelative(id: string, { context }: CrateDocument): boolean {
  const { kind } = context.expandId(id);
  return kind === 'relative' || kind === 'none';
}

function findSpellings(document: CrateDocument): Map<string, Spelling> {
  const spellings = new Map<string, Spelling>();
  const types = new Map<string, Spelling>();
  const style = styleOf('');
  for (const text of entityTexts(document))
    respelled(
      text,
      document,
      (text, kind) => {
        const iri = meantBy(text, kind, document);
        const ofKind = kind === 'type' ? types : spellings;
        if (iri === undefined) return undefined;
        const first = ofKind.get(iri);
        if (first === undefined) ofKind.set(iri, { text, kind });
        else if (first.text !== text && first.relative === undefined) {
          const isFirst = !isRelative(first.text, document) && isRelative(text, document);
          if (isFirst) ofKind.set(iri, { ...first, relative: text });
        }
        return undefined;
      },
      style,
    );
  for (const [iri, type] of types) if (!spellings.has(iri)) spellings.set(iri, type);
  return spellings;
}

/** Whether some entities of a document are not in a `@graph` array, so that its text cannot be read in parts. */
export function isUndivided({ json }: CrateDocument): boolean {
  return json.windows.length === 0 || topEntities(json).length > 0;
}

/** The texts that contain the entities: arrays of whole entities, or the document. */
function* entityTexts(document: CrateDocument): Generator<string> {
  const { source, windows } = document.json;
  const textOf = (start: number, end: number) => decodeUtf8(source.read(start, end)).text;
  if (isUndivided(document)) yield textOf(0, source.length);
  else for (const { start, end } of windows) yield `[${textOf(start, end)}]`;
}
