import type { Node } from 'jsonc-parser';
import { decodeUtf8 } from '../json/byte-source.js';
import type { JsonObject } from '../json/lazy-document.js';
import type { Compactor } from '../write/compactor.js';
import type { SubjectNode } from '../write/graph-index.js';
import type { IdWriter } from '../write/id-writer.js';
import { editEntity } from './entity-text.js';
import { indentBefore, styleOf, nodeText, treeOf } from './json-text.js';
import { isPlain, type InContext } from './written-keys.js';
import type { MergedMatch } from './match-merged.js';
import { respelled } from './respell.js';
import { isData } from './entity-places.js';

/** The text of an entity of a merged document, with only what the graph still states. */
export interface MergedText {
  /** IRI or `_:label`. */
  readonly subject: string;
  readonly text: string;
  /** Indentation of the line where the text starts. */
  readonly indent: string;
  readonly isData: boolean;
}

/** What the entities of merged documents are written with. */
export interface MergedWriting extends InContext {
  readonly compactor: Compactor;
  readonly ids: IdWriter;
  /** Returns the new triples of an entity, the first time that it is called for it. */
  readonly added: (subject: string) => SubjectNode | undefined;
}

/** Writes the entities of a merged document. Its blank nodes get labels that no other document uses. */
export function* mergedTexts(match: MergedMatch, writing: MergedWriting): Generator<MergedText> {
  const { document, subjects, changed } = match;
  const { source, windows } = document.json;
  const { compactor, ids } = writing;
  const style = styleOf(decodeUtf8(source.read(0, Math.min(source.length, 1 << 16))).text);
  const spell = (id: string) => (id.startsWith('_:') ? ids.write(document.resolveId(id)) : undefined);
  let position = 0;
  for (const window of windows) {
    const text = respelled(`[${decodeUtf8(source.read(window.start, window.end)).text}]`, document, spell, style);
    for (const node of entityNodes(treeOf(text))) {
      const subject = subjects[position] as string;
      const change = changed.get(position);
      position += 1;
      if (change?.removed === true) continue;
      const canTakeNew = isPlain(JSON.parse(nodeText(text, node)) as JsonObject, document);
      const added = canTakeNew ? writing.added(subject) : undefined;
      const edit = { text, node, values: change?.values, added, compactor, ids, style, document: writing };
      const written = change === undefined && added === undefined ? nodeText(text, node) : editEntity(edit);
      const type = (JSON.parse(written) as { '@type'?: string })['@type'];
      yield { subject, text: written, indent: indentBefore(text, node.offset), isData: isData(type, writing) };
    }
  }
}

/** The objects in an array of `@graph`, nested arrays included. */
function* entityNodes({ children = [] }: Node): Generator<Node> {
  for (const child of children) {
    if (child.type === 'object') yield child;
    else if (child.type === 'array') yield* entityNodes(child);
  }
}
