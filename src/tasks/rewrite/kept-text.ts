import { editDocument } from '../../crate/edit/edit-document.js';
import { mentionedIds } from '../../crate/edit/mentioned-ids.js';
import { topItems } from '../../crate/json/top-items.js';
import { isObject, parsePlain, type JsonObject, type JsonValue } from '../../crate/json/value.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { IdWriter } from '../../crate/write/id-writer.js';

/** A new metadata document: what it says, and its text in UTF-8. */
export interface RewrittenText {
  readonly document: JsonObject;
  readonly chunks: readonly Uint8Array[];
}

/** The text of a document that is flat already; undefined if something is nested, repeated or has no plain `@id`. */
export function flatText(read: CrateDocument): RewrittenText | undefined {
  const { source } = read.json;
  return isFlat(read) ? rewrittenText([source.read(0, source.length)]) : undefined;
}

/**
 * The text of a document that is flat already, with relative identifiers below its base; undefined as {@link flatText}.
 * @param base the `@base` that the context has afterwards
 * @throws CrateError as `editDocument`
 */
export async function relativeText(read: CrateDocument, base: string | undefined): Promise<RewrittenText | undefined> {
  if (!isFlat(read)) return undefined;
  const writer = new IdWriter(read.context, read.base, new Set(), { exact: true });
  const below = [...mentionedIds(read)].filter(([iri]) => iri.startsWith(read.base.root));
  const ids = new Map(below.map(([iri]) => [iri, writer.write(iri)]));
  return rewrittenText([...(await editDocument(read, { ids, drop: new Map(), add: [], base }))]);
}

/** A document with its text as our own writer lays it out. */
export function newText(document: JsonObject): RewrittenText {
  return { document, chunks: [new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`)] };
}

function rewrittenText(chunks: readonly Uint8Array[]): RewrittenText {
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { document: parsePlain(text) as JsonObject, chunks };
}

function isFlat(read: CrateDocument): boolean {
  const { json, report } = read;
  const isSound = report.repairs === 0 && json.windows.length > 0 && json.top['@context'] !== undefined;
  if (!isSound) return false;
  const described = new Set<string>();
  for (const { value, pointer } of topItems(json)) {
    const id = isObject(value) ? value['@id'] : undefined;
    if (!isObject(value) || typeof id !== 'string' || pointer === '') return false;
    const iri = read.resolveId(id);
    if (described.has(iri) || !Object.entries(value).every(([key, inner]) => isPlain(key, inner, read))) return false;
    described.add(iri);
  }
  return true;
}

/** Whether nothing is nested in the value of a key: text, numbers, references and value objects only. */
function isPlain(key: string, value: JsonValue, { context }: CrateDocument): boolean {
  if (['@id', '@type'].includes(key)) return true;
  const expanded = context.expandVocab(key);
  if (expanded.kind === 'absolute' && expanded.iri === key) return false; // flattening gives it a name
  if (key.startsWith('@') || context.aliases.has(key) || context.term(key)?.complex === true) return false;
  return [value].flat().every((one) => {
    if (Array.isArray(one)) return false;
    return !isObject(one) || '@value' in one || (typeof one['@id'] === 'string' && Object.keys(one).length === 1);
  });
}
