import { ActiveContext } from '../context/active-context.js';
import { type JsonValue, entitiesAmong } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import { namesIn } from '../write/written-context.js';
import { Compactor } from '../write/compactor.js';
import { IdWriter } from '../write/id-writer.js';
import { NewTerms } from '../write/new-terms.js';
import { namesThings } from './written-keys.js';
import { PrintWriter } from './triple-lines.js';
import { alikeIn, contextForNew, mergeContexts, type MergedContext } from './merged-context.js';
import { withEntities } from './respell.js';
import { Translator, type OnLoss, type Place } from './translator.js';
import { TripleSet } from './triple-set.js';

/** Documents that were merged into another, said in its words, and the context that they share with it. */
export interface LaterDocuments {
  readonly merged: MergedContext;
  readonly documents: readonly CrateDocument[];
}

/**
 * Says later documents in the words of the first one: under its context and what they add to that, and its base. What
 * has no place there is left out, to be written from the graph.
 * @param onLoss called with what RDF may not hold all of, and no text can
 */
export async function laterDocuments(
  first: CrateDocument,
  later: readonly CrateDocument[],
  onLoss: OnLoss,
): Promise<LaterDocuments> {
  const shared = await mergeContexts(first, later);
  if (later.length === 0) return { merged: shared, documents: [] };
  const { base } = first;
  const { nowhere, somewhere } = namesOf([first, ...later]);
  const isShared = (name: string) => shared.context.expandVocab(name).kind === 'absolute';
  const taken = [...nowhere, ...[...somewhere].filter(isShared)];
  const forNew = contextForNew(shared.context, taken, base.root);
  const terms = new NewTerms(forNew, base.root, () => false);
  // What meant nothing goes on to mean nothing where only `@vocab` says something else.
  for (const name of nowhere)
    if (isShared(name) && shared.context.term(name) === undefined && !somewhere.has(name)) terms.after.set(name, null);
  const ids = new IdWriter(shared.context, base, new Set(), { exact: true, terms });
  const compactor = new Compactor({
    context: forNew,
    ids,
    lists: { items: () => undefined, cells: new Set() },
    root: base.root,
  });
  const context = withLayer(shared.context, Object.fromEntries(terms.after), base.root);
  const place: Place = { context, base, compactor, ids };
  const sources = later.map((document) => translated(document, place, onLoss));
  const added = Object.fromEntries(terms.after);
  const parts = terms.after.size === 0 ? shared.parts : [...shared.parts, added];
  const merged: MergedContext = { context: withLayer(shared.context, added, base.root), parts };
  const documents: CrateDocument[] = [];
  for (const [index, source] of sources.entries()) {
    const document = later[index] as CrateDocument;
    if (source === undefined) documents.push(document);
    else {
      documents.push(document.withText(source, { context: merged.context, base }));
      await compare(document, documents.at(-1) as CrateDocument, onLoss);
    }
  }
  return { merged, documents };
}

/** The text of a document in another place; undefined where that is its own. */
function translated(document: CrateDocument, place: Place, onLoss: OnLoss) {
  const isThere = document.context === place.context && document.base.iri === place.base.iri;
  if (isThere && !document.json.sharesContext) return undefined;
  const alike = alikeIn(document, place);
  return withEntities(document, (text, style) => new Translator(document, place, alike, style, onLoss).entities(text));
}

/** Tells of entities whose new text says what the old one does not: it will not be taken. */
async function compare(document: CrateDocument, other: CrateDocument, onLoss: OnLoss): Promise<void> {
  const writer = new PrintWriter();
  const said = new TripleSet();
  for await (const _ of document.walk(writer)) eachPrint(writer.take(), (a, b) => said.add(a, b));
  const walk = other.walk(writer, ({ subject }) =>
    eachPrint(writer.take(), (a, b) => void (said.has(a, b) || onLoss(subject))),
  );
  for await (const _ of walk); // the work is done in the callback
}

function eachPrint(prints: readonly number[], call: (a: number, b: number) => void): void {
  for (let i = 0; i < prints.length; i += 2) call(prints[i] as number, prints[i + 1] as number);
}

/** Names that documents use: what means nothing in one of them that does, and what means something in one. */
function namesOf(documents: readonly CrateDocument[]): { nowhere: Set<string>; somewhere: Set<string> } {
  const [nowhere, somewhere] = [new Set<string>(), new Set<string>()];
  for (const { json, context } of documents) {
    const names = new Set<string>();
    const named = (key: string) => namesThings(key, { context });
    for (const window of json.windows)
      for (const entity of entitiesAmong(json.entities(window))) namesIn(entity, names, named);
    for (const name of names) {
      const { kind } = context.expandVocab(name);
      if (kind === 'absolute') somewhere.add(name);
      else if (kind !== 'keyword' && !/[@:]/.test(name)) nowhere.add(name);
    }
  }
  return { nowhere, somewhere };
}

function withLayer(context: ActiveContext, layer: Readonly<Record<string, JsonValue>>, root: string): ActiveContext {
  return Object.keys(layer).length === 0 ? context : new ActiveContext([...context.layers, layer], root);
}
