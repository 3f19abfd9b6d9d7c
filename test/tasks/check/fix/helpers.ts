import { parseJson, type JsonObject, type JsonValue } from '../../../../src/crate/json/lazy-document.js';
import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { fixDocument } from '../../../../src/tasks/check/fix/fix-document.js';
import type { Fix } from '../../../../src/tasks/check/fix/fix.js';
import { canonicalOf, graphOf, type Reading } from '../../../crate/follow/helpers.js';
import { open, read, type TestOptions } from '../../../helpers/read.js';

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

const RENAMING = ['data-uri', 'id-separator', 'id-native-characters', 'folder-slash'];
const OF_DESCRIPTOR = ['descriptor-about', 'descriptor-type', 'descriptor-version', 'reference-address'];
const OF_CONTEXT = ['property-defined', 'type-defined', 'context-crate'];

/**
 * Checks that a repair changed the graph of a document as it says: identifiers have new names, context and descriptor
 * state more, and everything else is the same.
 */
export async function expectSaidChange(before: string, { text, fixes }: FixedText, options: Reading): Promise<void> {
  const { document, quads } = await read(expectedBefore(before, { text, fixes }), options);
  const names = new Map<string, string>();
  for (const { rule, message, entity = '' } of fixes)
    if (RENAMING.includes(rule)) {
      const id = JSON.parse(message.replace('the identifier is ', '')) as string;
      names.set(document.resolveId(entity), document.resolveId(id));
    }
  const named = (term: Quad['subject'] | Quad['object']) =>
    DataFactory.namedNode(names.get(term.value) ?? term.value) as never;
  const renamed = quads.map(({ subject, predicate, object }) =>
    DataFactory.quad(
      subject.termType === 'NamedNode' ? named(subject) : (subject as never),
      predicate as never,
      object.termType === 'NamedNode' ? named(object) : (object as never),
    ),
  );
  expect(await graphOf(text, options)).toEqual(await canonicalOf(renamed as Quad[]));
}

/** The document before the repair, with the context, the descriptor and the identifiers that the repair says to be new. */
function expectedBefore(before: string, { text, fixes }: FixedText): string {
  const [defined] = fixes.filter(({ rule }) => OF_CONTEXT.includes(rule));
  const [described] = fixes.filter(({ rule }) => OF_DESCRIPTOR.includes(rule));
  const identified = fixes.filter(({ rule, message }) => rule === 'entity-flat' && NEW_ID.test(message));
  if (defined === undefined && described === undefined && identified.length === 0) return before;
  const [old, now] = [before, text].map((one) => parseJson(one.replace(/^\ufeff/, '')) as unknown as Written) as [
    Written,
    Written,
  ];
  if (defined !== undefined) old['@context'] = now['@context'];
  if (described !== undefined) {
    const descriptor = now['@graph'].find(({ '@id': id }) => id === described.entity) as JsonObject;
    old['@graph'][Number(/\d+/.exec(described.pointer)?.[0])] = descriptor;
  }
  for (const { pointer, message } of identified) {
    const tokens = pointer.split('/').slice(1);
    const place = tokens.reduce<JsonValue>((value, token) => valueIn(value, token), old as never);
    (place as JsonObject)['@id'] = NEW_ID.exec(message)?.[1] as string;
  }
  return JSON.stringify(old);
}

/** What a repair calls a named entity that had no identifier. */
const NEW_ID = /, as (#.*)$/;

function valueIn(value: JsonValue, token: string): JsonValue {
  return (value as JsonObject)[token.replaceAll('~1', '/').replaceAll('~0', '~')] as JsonValue;
}

interface Written {
  '@context': JsonValue;
  readonly '@graph': JsonObject[];
}
