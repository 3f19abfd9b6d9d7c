import { climbsAboveTop, isAbsoluteIri } from '../../../base/rdf/iri.js';
import { repairIri } from '../../../base/rdf/iri-repair.js';
import type { CrateDocument } from '../../../crate/read/crate-document.js';

/** How an identifier should be written. */
export interface RightSpelling {
  readonly text: string;
  /** The rules that the old spelling breaks. */
  readonly rules: readonly string[];
}

/** A step that repairs a spelling. */
interface Step {
  readonly rule: string;
  /** Whether the new spelling must resolve to the same IRI; if not, the entity gets another identifier. */
  readonly same: boolean;
  /** Possible spellings, the best first. */
  readonly spell: (id: string) => readonly string[];
}

const RELATIVE_STEPS: readonly Step[] = [
  { rule: 'id-separator', same: false, spell: (id) => [withSlashes(id)] },
  { rule: 'id-native-characters', same: false, spell: (id) => [withCharacters(id)] },
  { rule: 'id-inside-root', same: true, spell: (id) => [withoutDetours(id)] },
];
const ANY_STEPS: readonly Step[] = [
  { rule: 'id-escaped', same: true, spell: (id) => [repairIri(id), repairIri(id.trim())] },
];

/** The right spelling of an `@id`, without regard to what it identifies; undefined if it is right, or not clear. */
export function rightSpelling(id: string, document: CrateDocument): RightSpelling | undefined {
  if (id === '' || id.startsWith('_:') || id.startsWith('/') || id.startsWith('\\')) return undefined;
  const isRelative = !isAbsoluteIri(id);
  if (!isRelative && id.includes('\\')) return undefined; // a path of Windows, perhaps
  let text = id;
  const rules: string[] = [];
  for (const { rule, same, spell } of isRelative ? [...RELATIVE_STEPS, ...ANY_STEPS] : ANY_STEPS) {
    const iri = document.resolveId(text);
    const next = spell(text).find((one) => one === text || !same || document.resolveId(one) === iri) ?? text;
    if (next === text || isAbsoluteIri(next) === isRelative) continue;
    text = next;
    rules.push(rule);
  }
  return rules.length === 0 ? undefined : { text, rules };
}

/** The path, and the query and fragment. */
function parts(id: string): readonly [path: string, rest: string] {
  const end = id.search(/[?#]/);
  return end < 0 ? [id, ''] : [id.slice(0, end), id.slice(end)];
}

function withSlashes(id: string): string {
  const [path, rest] = parts(id);
  const next = path.replaceAll('\\', '/');
  return climbs(next) || next.includes('//') ? id : next + rest;
}

/** Characters beyond ASCII as themselves, where their escapes are UTF-8 and an IRI may contain them. */
function withCharacters(id: string): string {
  return id.replace(/(?:%[89A-F][0-9A-F])+/gi, (escapes) => {
    const bytes = Uint8Array.from(escapes.slice(1).split('%'), (byte) => parseInt(byte, 16));
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      return isPlain(text) ? text : escapes;
    } catch {
      return escapes;
    }
  });
}

/** Whether a text consists of letters and the like, which are seen as they are. */
function isPlain(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(text) && repairIri(text) === text;
}

/** A path without `..` that only leads back: `data/../c.txt` is `c.txt`. */
function withoutDetours(id: string): string {
  const [path, rest] = parts(id);
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(path) || climbs(path)) return id;
  const next = normal(path);
  return next === '' ? `./${rest}` : next + rest;
}

function normal(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
    if (isLast && (segment === '..' || segment === '.')) kept.push('');
  }
  return kept.join('/');
}

/** Whether a path leaves the folder that it starts in. */
function climbs(path: string): boolean {
  return climbsAboveTop(path, 'https://host/');
}
