import { TripleSet } from '../../base/rdf/triple-set.js';
import { ActiveContext } from '../context/active-context.js';
import type { ByteSource } from '../json/byte-source.js';
import { type JsonValue, entitiesAmong } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { namesIn } from '../write/written-context.js';
import { Compactor } from '../write/compactor.js';
import { IdWriter } from '../write/id-writer.js';
import { NewTerms } from '../write/new-terms.js';
import { hasVocabValues } from './written-keys.js';
import { LineWriter, NumberWriter } from './triple-lines.js';
import { sameMeaningIn, contextForAdditions, mergeContexts, type MergedContext } from './merged-context.js';
import { rewriteEntities } from './respell.js';
import { Translator, type OnLoss, type TargetDocument } from './translator.js';

/** Merged documents in the context and base of the original. */
export interface TranslatedDocuments {
  readonly mergedContext: MergedContext;
  readonly translated: readonly CrateDocument[];
}

/**
 * Translates merged documents into the context and base of the first one. The context grows by
 * the terms that they need.
 * What cannot be translated is left out, and then written from the graph.
 * @param onLoss receives entities and keys that may contain more than RDF holds and cannot be translated
 */
export async function translateMerged(
  first: CrateDocument,
  mergedDocuments: readonly CrateDocument[],
  onLoss: OnLoss,
): Promise<TranslatedDocuments> {
  const shared = await mergeContexts(first, mergedDocuments);
  if (mergedDocuments.length === 0) return { mergedContext: shared, translated: [] };
  const { base } = first;
  const { undefinedNames, definedNames } = namesOf([first, ...mergedDocuments]);
  const isShared = (name: string) => shared.context.expandVocab(name).kind === 'absolute';
  const usedNames = [...undefinedNames, ...[...definedNames].filter(isShared)];
  const forNew = contextForAdditions(shared.context, usedNames, base.root);
  const terms = new NewTerms(forNew, base.root, () => false);
  // A name that no document defines stays undefined, even if the merged context has an `@vocab`.
  for (const name of undefinedNames)
    if (isShared(name) && shared.context.term(name) === undefined && !definedNames.has(name))
      terms.after.set(name, null);
  const ids = new IdWriter(shared.context, base, new Set(), { exact: true, terms });
  const compactor = new Compactor({
    context: forNew,
    ids,
    lists: { items: () => undefined, cells: new Set() },
    root: base.root,
  });
  const context = withLayer(shared.context, Object.fromEntries(terms.after), base.root);
  const target: TargetDocument = { context, base, compactor, ids };
  const sources = mergedDocuments.map((document) => translate(document, target, onLoss));
  const newTerms = Object.fromEntries(terms.after);
  const added = terms.after.size === 0 ? shared.added : [...shared.added, newTerms];
  const mergedContext: MergedContext = { context: withLayer(shared.context, newTerms, base.root), added };
  const translated: CrateDocument[] = [];
  for (const [index, source] of sources.entries()) {
    const document = mergedDocuments[index] as CrateDocument;
    if (source === undefined) translated.push(document);
    else {
      translated.push(document.withText(source, { context: mergedContext.context, base }));
      await reportMistranslated(document, translated.at(-1) as CrateDocument, onLoss);
    }
  }
  return { mergedContext, translated };
}

/** Translates the text of a document. @returns undefined if it needs no translation */
function translate(document: CrateDocument, target: TargetDocument, onLoss: OnLoss): ByteSource | undefined {
  const isSamePlace = document.context === target.context && document.base.iri === target.base.iri;
  if (isSamePlace && !document.json.sharesContext) return undefined;
  const isSame = sameMeaningIn(document, target);
  return rewriteEntities(document, (text, style) =>
    new Translator({ document, target, isSame, style, onLoss }).entities(text),
  );
}

/** Reports entities whose translation states something new: the graph does not match such statements. */
async function reportMistranslated(document: CrateDocument, translated: CrateDocument, onLoss: OnLoss): Promise<void> {
  const original = new TripleSet();
  const lines = new LineWriter();
  for await (const _ of document.readEntities(lines)) for (const line of lines.take()) original.putLine(line);
  const numbers = new NumberWriter(original);
  const reading = translated.readEntities(numbers, ({ subject }) => {
    if (numbers.take().includes(-1)) onLoss(subject);
  });
  for await (const _ of reading); // the callback does the work
}

/** The names that documents use. A name may be defined in one document and undefined in another. */
function namesOf(documents: readonly CrateDocument[]): { undefinedNames: Set<string>; definedNames: Set<string> } {
  const undefinedNames = new Set<string>();
  const definedNames = new Set<string>();
  for (const { json, context } of documents) {
    const names = new Set<string>();
    const isVocabKey = (key: string) => hasVocabValues(key, { context });
    for (const window of json.windows)
      for (const entity of entitiesAmong(json.entities(window))) namesIn(entity, names, isVocabKey);
    for (const name of names) {
      const { kind } = context.expandVocab(name);
      if (kind === 'absolute') definedNames.add(name);
      else if (kind !== 'keyword' && !/[@:]/.test(name)) undefinedNames.add(name);
    }
  }
  return { undefinedNames, definedNames };
}

function withLayer(context: ActiveContext, layer: Readonly<Record<string, JsonValue>>, root: string): ActiveContext {
  return Object.keys(layer).length === 0 ? context : new ActiveContext([...context.layers, layer], root);
}
