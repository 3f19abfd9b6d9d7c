import type { Node } from 'jsonc-parser';
import { decodeUtf8 } from '../json/byte-source.js';
import type { JsonObject } from '../json/lazy-document.js';
import type { Compactor } from '../write/compactor.js';
import type { SubjectNode } from '../write/graph-index.js';
import type { IdWriter } from '../write/id-writer.js';
import { editEntity } from './entity-text.js';
import { indentBefore, styleOf, textOf, treeOf } from './json-text.js';
import { isPlain, type InContext } from './written-keys.js';
import type { LaterMatch } from './match-merged.js';
import { respelled } from './respell.js';
import { isData } from './entity-places.js';

/** The text of an entity of a document that was merged in later, as far as the graph still says it. */
export interface LaterText {
  /** IRI or `_:label`. */
  readonly subject: string;
  readonly text: string;
  /** How the line is indented that it begins on. */
  readonly indent: string;
  readonly isData: boolean;
}

/** What later entities are written with. */
export interface LaterWriting extends InContext {
  readonly compactor: Compactor;
  readonly ids: IdWriter;
  /** New triples that go into an entity of this subject, given out once. */
  readonly added: (subject: string) => SubjectNode | undefined;
}

/** The entities of a later document, its blank nodes under labels that no other document has. */
export function* laterTexts(match: LaterMatch, writing: LaterWriting): Generator<LaterText> {
  const { document, subjects, touched } = match;
  const { source, windows } = document.json;
  const { compactor, ids } = writing;
  const style = styleOf(decodeUtf8(source.read(0, Math.min(source.length, 1 << 16))).text);
  const spell = (id: string) => (id.startsWith('_:') ? ids.write(document.resolveId(id)) : undefined);
  let index = 0;
  for (const window of windows) {
    const text = respelled(`[${decodeUtf8(source.read(window.start, window.end)).text}]`, document, spell, style);
    for (const node of entityNodes(treeOf(text))) {
      const subject = subjects[index] as string;
      const fate = touched.get(index);
      index += 1;
      if (fate?.gone === true) continue;
      const isOwn = isPlain(JSON.parse(textOf(text, node)) as JsonObject, document);
      const added = isOwn ? writing.added(subject) : undefined;
      const edit = { text, node, values: fate?.values, added, compactor, ids, style, document: writing };
      const written = fate === undefined && added === undefined ? textOf(text, node) : editEntity(edit);
      const type = (JSON.parse(written) as { '@type'?: string })['@type'];
      yield { subject, text: written, indent: indentBefore(text, node.offset), isData: isData(type, writing) };
    }
  }
}

/** The objects in an array of `@graph`, in arrays in it, too. */
function* entityNodes({ children = [] }: Node): Generator<Node> {
  for (const child of children) {
    if (child.type === 'object') yield child;
    else if (child.type === 'array') yield* entityNodes(child);
  }
}
