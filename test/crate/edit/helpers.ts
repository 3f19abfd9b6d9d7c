import { DataFactory } from 'n3';
import type { Quad } from '@rdfjs/types';
import { editDocument, type DocumentEdit } from '../../../src/crate/edit/edit-document.js';
import { mentionedIds } from '../../../src/crate/edit/mentioned-ids.js';
import type { Note } from '../../../src/crate/read/report.js';
import { open, readQuads, type TestOptions } from '../../helpers/read.js';
import { canonicalOf } from '../follow/helpers.js';

/** An edit whose identifiers are as the document writes them. */
export interface WrittenEdit {
  readonly ids?: Readonly<Record<string, string>>;
  readonly drop?: Readonly<Record<string, readonly string[] | 'all'>>;
  readonly add?: DocumentEdit['add'];
  readonly base?: string;
}

/** The text of a document after an edit. */
export async function edited(
  text: string,
  { ids = {}, drop = {}, add = [], base }: WrittenEdit,
  { onNote, ...options }: TestOptions & { readonly onNote?: (note: Note) => void } = {},
): Promise<string> {
  const document = await open(text, options);
  const iris = <T>(table: Readonly<Record<string, T>>) =>
    new Map(Object.entries(table).map(([id, value]) => [document.resolveId(id), value]));
  return textOf(await editDocument(document, { ids: iris(ids), drop: iris(drop), add, base }, onNote));
}

/** The text of chunks of bytes. */
export function textOf(chunks: Iterable<Uint8Array>): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat([...chunks]));
}

/** New identifiers for all those that a document mentions. @param name gives the new one of each, undefined for none */
export async function namedBy(
  text: string,
  name: (id: string, index: number) => string | undefined,
  options: TestOptions = {},
): Promise<Map<string, string>> {
  const all = [...mentionedIds(await open(text, options))];
  return new Map(
    all.flatMap(([iri, id], index): [string, string][] => {
      const next = name(id, index);
      return next === undefined ? [] : [[iri, next]];
    }),
  );
}

/** The strings of a JSON text, and the text between them. */
export function stringsIn(text: string): { readonly strings: readonly string[]; readonly between: readonly string[] } {
  const parts = text.split(/("(?:[^"\\]|\\.)*")/s);
  return {
    strings: parts.filter((_, index) => index % 2 === 1),
    between: parts.filter((_, index) => index % 2 === 0),
  };
}

/** The strings that differ in two texts, which must be equal in everything else: old to new. */
export function changedStrings(before: string, after: string): Map<string, Set<string>> {
  const [old, now] = [stringsIn(before), stringsIn(after)];
  expect(now.between).toEqual(old.between);
  const changed = new Map<string, Set<string>>();
  old.strings.forEach((one, index) => {
    const other = now.strings[index] as string;
    if (one !== other)
      changed.set(JSON.parse(one) as string, (changed.get(JSON.parse(one) as string) ?? new Set()).add(JSON.parse(other) as string)); // prettier-ignore
  });
  return changed;
}

/** The canonical graph of a document after its nodes are renamed. @param names new IRI by old IRI */
export async function renamedGraph(
  text: string,
  names: ReadonlyMap<string, string>,
  options: TestOptions = {},
): Promise<string[]> {
  const other = <T extends Quad['subject'] | Quad['object']>(term: T): T =>
    term.termType === 'NamedNode' ? (DataFactory.namedNode(names.get(term.value) ?? term.value) as never) : term;
  const quads = await readQuads(text, options);
  return canonicalOf(
    quads.map(({ subject, predicate, object }) =>
      DataFactory.quad(other(subject) as never, predicate as never, other(object) as never),
    ) as Quad[],
  );
}
