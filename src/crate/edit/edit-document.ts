import { CrateError } from '../../base/errors.js';
import { parseNQuadsStream } from '../../base/rdf/parse-rdf.js';
import { followOriginal } from '../follow/follow-original.js';
import { styleOf } from '../follow/json-text.js';
import { respelled, rewriteEntities, type Spell } from '../follow/respell.js';
import { bytesInMemory, decodeUtf8, type ByteSource } from '../json/byte-source.js';
import { openJson } from '../json/lazy-document.js';
import type { JsonValue } from '../json/value.js';
import type { CrateDocument } from '../read/crate-document.js';
import { documentContext } from '../read/document-context.js';
import { noteOf, Report, type Note } from '../read/report.js';
import { contextAddress } from '../spec-version.js';
import { arrangeDocument, documentText } from '../write/write-document.js';
import { withoutBase } from '../write/written-context.js';
import { hasBase, withOtherBase } from './base-text.js';
import type { DocumentEdit } from './document-edit.js';
import { addedTriples, keptTriples, nameGeneral, subjectsOf, triplesText } from './edited-triples.js';
import { isUndivided, spellingsIn } from './mentioned-ids.js';
import { definableNames, undefinedNames } from './property-iris.js';
import { baseApart, nameNodes, refuseMerging } from './new-names.js';

export type { DocumentEdit } from './document-edit.js';

/**
 * Edits a metadata document by entity. New identifiers are written where the old ones were; then the text follows the
 * graph that the edit describes, so that it states exactly this whatever else is in it.
 * @param onNote receives what RDF cannot represent, if the document has to be written anew
 * @returns the new document in UTF-8, in chunks
 * @throws CrateError ERR_PLAN_INVALID for a new identifier that would mean something else, or merge two entities;
 * ERR_UNSUPPORTED, ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function editDocument(
  document: CrateDocument,
  edit: DocumentEdit,
  onNote: (note: Note) => void = () => undefined,
): Promise<Iterable<Uint8Array>> {
  const before = document.withText(document.json.source); // with a report of its own
  const base = baseApart(document, edit);
  const terms = definableNames(undefinedNames(edit.add, before), before);
  const source = await withOtherBase(before, { base: edit.base, terms });
  const context = await contextOf(source, document);
  const moved = before.withText(source, { context, base });
  const spellings = spellingsIn(document);
  const names = nameNodes(before, moved, spellings, edit.ids);
  const kept = await keptTriples(before, edit);
  const predicates = await nameGeneral(kept.general, [before, moved], names.iris);
  refuseMerging(names, subjectsOf(kept.triples), spellings);
  const added = await addedTriples(edit.add, moved, kept.minted);
  const triples = [...triplesText(kept.triples, names.iris, predicates), ...triplesText(added)];
  const renamed = moved.withText(withIds(moved, names.spell));
  // We cannot edit a base that the objects of an array share.
  const isEditable = !(before.json.sharesContext && hasBase(before));
  const followed = isEditable
    ? await followOriginal(renamed, () => triples, [], { keepOrder: true, onNote })
    : undefined;
  if (followed !== undefined) return withoutRoot(followed, base.root);
  if (!isEditable) onNote(noteOf({ kind: 'layout-lost', detail: document.file ?? 'the document' }));
  return withoutRoot(await newText(document, renamed, triples, edit.base), base.root);
}

/** The definitions of the document after the edit. Relative terms and addresses of contexts keep their meaning. */
async function contextOf(
  source: ByteSource,
  { json, context, contexts, base }: CrateDocument,
): Promise<CrateDocument['context']> {
  if (source === json.source) return context;
  return documentContext(
    openJson(source, () => undefined),
    contexts,
    base,
    new Report(),
  );
}

/** The text of a document with other identifiers. */
function withIds(document: CrateDocument, spell: Spell): ByteSource {
  if (!isUndivided(document))
    return rewriteEntities(document, (text, style) => respelled(text, document, spell, style));
  const { source } = document.json;
  const { text } = decodeUtf8(source.read(0, source.length));
  const next = respelled(text, document, spell, styleOf(text));
  return next === text ? source : bytesInMemory(new TextEncoder().encode(next));
}

/** A new document, for one without a `@graph` to follow. */
async function newText(
  document: CrateDocument,
  renamed: CrateDocument,
  triples: readonly string[],
  base: string | undefined,
): Promise<Uint8Array[]> {
  const { contexts } = document;
  const isUnknown = document.report.notes.some(({ kind }) => kind === 'context-missing');
  const written = document.writtenContext ?? [];
  const declared: JsonValue = isUnknown ? [contextAddress(document.version), written].flat() : written;
  const { base: inside } = renamed;
  const lines = (async function* () {
    yield* triples;
  })();
  const arranged = await arrangeDocument(parseNQuadsStream(lines), {
    base: inside,
    exact: true,
    context: await withoutBase(declared, contexts),
    contexts,
  });
  const context = base === undefined ? arranged.context : [arranged.context, { '@base': base }].flat();
  const encoder = new TextEncoder();
  return [...documentText({ ...arranged, context })].map((text) => encoder.encode(text));
}

/**
 * Checks that the base of the edit itself is not in a text.
 * @throws CrateError ERR_UNSUPPORTED for a relative identifier where JSON-LD allows only absolute ones
 */
function withoutRoot(chunks: Iterable<Uint8Array>, root: string): Uint8Array[] {
  const latin1 = new TextDecoder('latin1');
  const all = [...chunks];
  for (const chunk of all) {
    const text = latin1.decode(chunk);
    const at = text.indexOf(root);
    if (at < 0) continue;
    const id = /^[^"]*/.exec(text.slice(at + root.length))?.[0] ?? '';
    throw new CrateError('ERR_UNSUPPORTED', `the document cannot contain ${JSON.stringify(id)} where it is needed`, {
      hint: 'give it an absolute identifier',
    });
  }
  return all;
}
