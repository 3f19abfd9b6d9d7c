import { lineText, styleOf, treeOf, valueText } from '../../crate/follow/json-text.js';
import { withContext } from '../../crate/follow/context-text.js';
import { bytesInMemory, decodeUtf8, type ByteSource } from '../../crate/json/byte-source.js';
import { openJson, type JsonObject, type JsonValue } from '../../crate/json/lazy-document.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { documentContext } from '../../crate/read/document-context.js';
import { Report } from '../../crate/read/report.js';
import { CrateError } from '../../base/errors.js';

/**
 * A document with another context, as text: everything else keeps its bytes. Names get the meaning that the new context
 * gives them.
 * @param change makes the new text of a document without entities
 * @throws CrateError ERR_UNSUPPORTED for a document without an array `@graph`, and as reading the context
 */
export async function withOtherContext(
  document: CrateDocument,
  change: (skeleton: string, entities: string) => string,
  contexts = document.contexts,
): Promise<CrateDocument> {
  const { source, windows } = document.json;
  const first = windows[0];
  const last = windows.at(-1);
  if (first === undefined || last === undefined || document.json.sharesContext || isArray(document))
    throw new CrateError('ERR_UNSUPPORTED', 'the document has no `@graph` with entities', {
      hint: 'run `crategraph flatten` first',
    });
  const textOf = (from: number, to: number) => decodeUtf8(source.read(from, to)).text;
  const entities = '\0'; // stands for the entities; cannot occur in JSON text
  const text = change(textOf(0, first.start) + textOf(last.end, source.length), entities);
  const at = text.indexOf(entities);
  const encoder = new TextEncoder();
  const before = encoder.encode(text.slice(0, at));
  const after = encoder.encode(text.slice(at + 1));
  const middle = source.read(first.start, last.end);
  const bytes = new Uint8Array(before.length + middle.length + after.length);
  bytes.set(before);
  bytes.set(middle, before.length);
  bytes.set(after, before.length + middle.length);
  return reopened(document, bytesInMemory(bytes), contexts);
}

/** A document with more terms in its context. @throws CrateError as {@link withOtherContext} */
export async function withEntries(document: CrateDocument, terms: JsonObject): Promise<CrateDocument> {
  if (Object.keys(terms).length === 0) return document;
  const { source } = document.json;
  const style = styleOf(decodeUtf8(source.read(0, Math.min(source.length, 1 << 16))).text);
  return withOtherContext(document, (skeleton, entities) =>
    withContext(skeleton, entities, { contexts: [], terms }, style),
  );
}

/** Whether an identifier may be in a document, in whatever form: its last part is. */
export function mayMention({ json: { source } }: CrateDocument, id: string): boolean {
  const [last = id] = /[^#/:]*[#/:]?$/.exec(id) ?? [];
  const { text } = decodeUtf8(source.read(0, source.length));
  return ['#', '/', ':'].some((before) => text.includes(`${before}${last}"`)) || text.includes('\\u');
}

/** A document with more entities at its end; everything else keeps its bytes. */
export function withEntities(document: CrateDocument, entities: readonly JsonObject[]): CrateDocument {
  const last = document.json.windows.at(-1);
  if (entities.length === 0 || last === undefined) return document;
  const { source } = document.json;
  const { text } = decodeUtf8(source.read(0, source.length));
  const style = styleOf(text.slice(0, 1 << 16));
  const whole = new TextEncoder();
  const lastText = decodeUtf8(source.read(last.start, last.end)).text;
  const end = last.end - whole.encode(lastText.slice(lastText.trimEnd().length)).length;
  const before = decodeUtf8(source.read(0, end)).text;
  const line = /\n([ \t]*)\{/.exec(before.slice(before.indexOf('@graph')))?.[1];
  const added = entities.map((entity) =>
    line === undefined ? `,${lineText(entity, style)}` : `,${style.newline}${line}${valueText(entity, line, style)}`,
  );
  const middle = whole.encode(added.join(''));
  const bytes = new Uint8Array(source.length + middle.length);
  bytes.set(source.read(0, end));
  bytes.set(middle, end);
  bytes.set(source.read(end, source.length), end + middle.length);
  return document.withText(bytesInMemory(bytes));
}

/** The name of something of a well-known namespace, and the entry that the context needs for it. */
export function nameIn(
  { context }: CrateDocument,
  [prefix, namespace]: readonly [prefix: string, namespace: string],
  name: string,
): { readonly name: string; readonly entries: JsonObject } {
  const compact = `${prefix}:${name}`;
  const meant = context.expandVocab(compact);
  if (meant.kind === 'absolute' && meant.iri === namespace + name) return { name: compact, entries: {} };
  const isFree = context.term(prefix) === undefined && context.term(compact) === undefined;
  return isFree ? { name: compact, entries: { [prefix]: namespace } } : { name: namespace + name, entries: {} };
}

async function reopened(
  document: CrateDocument,
  source: ByteSource,
  contexts: CrateDocument['contexts'],
): Promise<CrateDocument> {
  const { base } = document;
  const json = openJson(source, () => undefined);
  const context = await documentContext(json, contexts, base, new Report());
  return document.withText(source, { context, base });
}

function isArray({ json }: CrateDocument): boolean {
  const [first] = json.windows;
  return treeOf(decodeUtf8(json.source.read(0, first?.start ?? 0)).text).type === 'array';
}

/** The only base in a context, as it is written; undefined for none. */
export function baseIn(written: JsonValue | undefined): string | undefined {
  const bases = [written ?? null]
    .flat()
    .flatMap((part) => (typeof part === 'object' && part !== null && !Array.isArray(part) ? part['@base'] : []));
  const last = bases.at(-1);
  return typeof last === 'string' ? last : undefined;
}
