import { rewriteAround, withMore, type Surroundings } from '../../crate/edit/base-text.js';
import { nodeText, treeOf } from '../../crate/follow/json-text.js';
import type { ContextBundle } from '../../crate/context/context-bundle.js';
import type { ByteSource } from '../../crate/json/byte-source.js';
import { startsWithBracket } from '../../crate/json/outline.js';
import type { JsonObject } from '../../crate/json/value.js';
import { contextAddress } from '../../crate/spec-version.js';
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
  const fix = (rule: string, message: string) =>
    onFix({ rule, message, pointer: written === undefined ? '' : '/@context' });
  if (written === undefined) {
    if (version === undefined || bundle.version(contextAddress(version)) === undefined) return source;
    const address = contextAddress(version);
    fix('context-crate', `the context is ${address}, as \`conformsTo\` says`);
    return rewriteAround(document, (around, style) => withMore(around, { contexts: [address], terms: {} }, style));
  }
  const terms = knownTerms(undefinedNames(crate), crate, bundle);
  const names = Object.keys(terms);
  for (const name of names) fix(ruleOf(name, crate), `the context defines \`${name}\`: ${JSON.stringify(terms[name])}`);
  // A single address has to stay in its array if terms follow it.
  const unpacks = Array.isArray(written) && written.length === 1 && (names.length === 0 || typeof written[0] === 'object'); // prettier-ignore
  if (unpacks) fix('value-unpacked', 'the only context is not in an array');
  if (!unpacks && names.length === 0) return source;
  return rewriteAround(document, (around, style) => {
    const plain = unpacks ? unpacked(around) : around;
    return names.length === 0 ? plain : withMore(plain, { contexts: [], terms: terms as JsonObject }, style);
  });
}

function undefinedNames(crate: CheckedCrate): Set<string> {
  const notes = [...crate.notes('undefined-property'), ...crate.notes('undefined-type')];
  return new Set(notes.map(({ detail }) => detail));
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
