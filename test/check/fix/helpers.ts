import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { fixDocument } from '../../../src/check/fix/fix-document.js';
import type { Fix } from '../../../src/check/fix/fix.js';
import { canonicalOf } from '../../crate/follow/helpers.js';
import { open, readQuads, type TestOptions } from '../../helpers/read.js';

/** A text after its repair. */
export interface FixedText {
  readonly text: string;
  readonly fixes: readonly Fix[];
}

/** Repairs the text of a document. */
export async function fixText(text: string | Uint8Array, options: TestOptions = {}): Promise<FixedText> {
  const { bytes, fixes } = await fixDocument(await open(text, { allNotes: true, ...options }));
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), fixes };
}

const RENAMING = ['id-separator', 'id-unicode', 'folder-slash'];
/** Repairs that add triples. */
const ADDING = ['property-defined', 'type-defined', 'descriptor-type', 'descriptor-version', 'descriptor-reference'];

/**
 * Checks that a repair changed the graph of a document as it says: identifiers have new names, triples of the context and
 * of the descriptor are there, and everything else is the same.
 */
export async function expectSaidChange(before: string, { text, fixes }: FixedText, options: TestOptions): Promise<void> {
  const document = await open(before, options);
  const names = new Map<string, string>();
  for (const { rule, message, entity = '' } of fixes)
    if (RENAMING.includes(rule))
      names.set(document.resolveId(entity), document.resolveId(JSON.parse(message.replace('the identifier is ', '')) as string)); // prettier-ignore
  const named = <T extends Quad['subject'] | Quad['object']>(term: T): T =>
    term.termType === 'NamedNode' && names.has(term.value) ? (DataFactory.namedNode(names.get(term.value) ?? '') as T) : term; // prettier-ignore
  const old = (await readQuads(before, options)).map(({ subject, predicate, object }) =>
    DataFactory.quad(named(subject) as never, predicate as never, named(object) as never),
  ) as Quad[];
  const now = await readQuads(text, options);
  if (!fixes.some(({ rule }) => ADDING.includes(rule))) {
    expect(await canonicalOf(now)).toEqual(await canonicalOf(old));
    return;
  }
  const lines = (quads: readonly Quad[]) =>
    quads.map(({ subject, predicate, object }) => [subject, predicate, object].map((term) => (term.termType === 'BlankNode' ? '_:' : `${term.termType} ${term.value}`)).join(' ')); // prettier-ignore
  const [oldLines, newLines] = [lines(old), lines(now)];
  const [oldSet, newSet] = [new Set(oldLines), new Set(newLines)];
  const defined = fixes.flatMap(({ message }) => /^the context defines `.*?`: (.*)$/s.exec(message)?.[1] ?? []).join(' ');
  const isType = (line: string) => line.includes('#type ');
  // A type that no context defined was an IRI under the base; an entity without any statement was a resource.
  expect(oldLines.filter((line) => !newSet.has(line) && !isType(line) && !/metadata.jsonl?d? /.test(line))).toEqual([]);
  const added = newLines.filter((line) => !oldSet.has(line) && !isType(line) && !line.includes('metadata.json'));
  expect(added.filter((line) => !defined.includes(line.split('NamedNode ').at(line.startsWith('_:') ? 1 : 2)?.split(' ')[0] ?? '?'))).toEqual([]); // prettier-ignore
}
