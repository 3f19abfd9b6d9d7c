import { rewriteAround, withMore, type Surroundings } from '../../../crate/edit/base-text.js';
import { nodeText, treeOf } from '../../../crate/follow/json-text.js';
import type { ContextBundle } from '../../../crate/context/context-bundle.js';
import type { ByteSource } from '../../../crate/json/byte-source.js';
import { startsWithBracket } from '../../../crate/json/outline.js';
import type { JsonValue } from '../../../crate/json/value.js';
import { mentionedIds } from '../../../crate/edit/mentioned-ids.js';
import { contextAddress } from '../../../crate/spec-version.js';
import { missingEntries } from '../../vocabulary/missing-entries.js';
import { takenAsPrefix } from '../../vocabulary/term-faults.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { OnFix } from './fix.js';
import { knownTerms } from './known-terms.js';

/**
 * Repairs the `@context`: a missing one, an array of one, and definitions that are missing.
 * @param crate a crate that has been read, so that its report is complete
 */
export function fixContext(crate: CheckedCrate, bundle: ContextBundle, onFix: OnFix): ByteSource {
  const { document, version } = crate;
  const { source, top, sharesContext } = document.json;
  // An array of objects is read as a graph without a context of its own.
  if (sharesContext || !('@graph' in top) || startsWithBracket(source)) return source;
  const written = document.writtenContext;
  const fix = (rule: string, message: string, pointer = written === undefined ? '' : '/@context') =>
    onFix({ rule, message, pointer });
  if (written === undefined) {
    if (version === undefined || bundle.version(contextAddress(version)) === undefined) return source;
    const address = contextAddress(version);
    fix('context-crate', `the context is ${address}, as \`conformsTo\` says`);
    return rewriteAround(document, (around, style) => withMore(around, { contexts: [address], terms: {} }, style));
  }
  const own = ownEntries(crate);
  const unknown = undefinedNames(crate);
  const others = [...unknown.keys()].filter((name) => !own.has(name));
  const terms: Readonly<Record<string, JsonValue>> = {
    ...knownTerms(others, crate, bundle),
    ...Object.fromEntries(own),
  };
  const names = Object.keys(terms);
  for (const name of names)
    fix(ruleOf(name, crate), `the context defines \`${name}\`: ${JSON.stringify(terms[name])}`, unknown.get(name));
  // A single address has to stay in its array if terms follow it.
  const unpacks =
    Array.isArray(written) && written.length === 1 && (names.length === 0 || typeof written[0] === 'object');
  if (unpacks) fix('value-unpacked', 'the only context is not in an array');
  if (!unpacks && names.length === 0) return source;
  return rewriteAround(document, (around, style) => {
    const plain = unpacks ? unpacked(around) : around;
    return names.length === 0 ? plain : withMore(plain, { contexts: [], terms }, style);
  });
}

/** The entries for what the crate defines itself, unless the name would be the prefix of identifiers. */
function ownEntries({ terms, document }: CheckedCrate): Map<string, string> {
  const missing = missingEntries(terms);
  if (missing.size === 0) return new Map();
  const written = [...[...mentionedIds(document)].map(([, text]) => text), ...terms.terms.map(({ name }) => name)];
  return new Map([...missing].filter(([name]) => takenAsPrefix(name, written) === undefined));
}

/** The names without a meaning, each with its first place. */
function undefinedNames(crate: CheckedCrate): Map<string, string | undefined> {
  const notes = [...crate.notes('undefined-type'), ...crate.notes('undefined-property')];
  return new Map(notes.reverse().map(({ detail, pointer }) => [detail, pointer]));
}

function ruleOf(name: string, crate: CheckedCrate): string {
  return crate.notes('undefined-property').some(({ detail }) => detail === name) ? 'property-defined' : 'type-defined';
}

/** The text around the entities with the only item of the `@context` array in its place. */
function unpacked([before, after]: Surroundings): Surroundings {
  const text = before + after;
  const context = (treeOf(text).children ?? [])
    .map(({ children }) => children ?? [])
    .findLast(([key]) => key?.value === '@context')?.[1];
  const only = context?.children?.[0];
  if (context?.type !== 'array' || only === undefined) return [before, after];
  const written = nodeText(text, only);
  const at = context.offset - before.length;
  const end = context.offset + context.length;
  if (at < 0) return [before.slice(0, context.offset) + written + before.slice(end), after];
  return [before, after.slice(0, at) + written + after.slice(at + context.length)];
}
