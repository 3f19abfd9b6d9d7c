import { addToList } from '../../../base/list-map.js';
import { existingName } from '../../../package/described-files.js';
import { escapedNameId } from '../../../package/file-ids.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import { meantBy, respelled, rewriteEntities, type Spell } from '../../../crate/follow/respell.js';
import { isUndivided } from '../../../crate/edit/mentioned-ids.js';
import type { ByteSource } from '../../../crate/json/byte-source.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import { isAmong, typeSet } from '../crate/type-sets.js';
import { isDataId } from '../rules/ids.js';
import type { OnFix } from './fix.js';
import { rightSpelling, type RightSpelling } from './right-spelling.js';

const DATA_ENTITIES = typeSet('File', 'Dataset');
/** The rules that are one and a MUST for files and folders. */
const SPELLING = ['id-escaped', 'id-separator'];

/**
 * Repairs the spelling of identifiers, wherever they occur.
 * @param paths the files of the crate, if they are known
 */
export function fixIdentifiers(crate: CheckedCrate, onFix: OnFix, paths?: ReadonlySet<string>): ByteSource {
  const { document } = crate;
  if (isUndivided(document)) return document.json.source;
  const written = writtenIds(crate);
  const planned = plannedIds(written.ids, crate, paths);
  dropUnclear(planned, written, crate);
  for (const [text, { text: next, rules }] of planned) {
    if (next === text) continue;
    const iri = document.resolveId(text);
    const pointer = crate.index.pointerTo(iri) ?? '/@graph';
    const isData = isDataId({ id: text, iri, entity: text }, crate);
    for (const rule of new Set(rules.map((one) => (isData && SPELLING.includes(one) ? 'data-uri' : one))))
      onFix({ rule, message: `the identifier is ${JSON.stringify(next)}`, entity: text, pointer });
  }
  const changes = new Map([...planned].filter(([text, { text: next }]) => text !== next));
  if (changes.size === 0) return document.json.source;
  const spell: Spell = (text, kind) => (kind === 'id' ? changes.get(text)?.text : undefined);
  return rewriteEntities(document, (text, style) => respelled(text, document, spell, style));
}

/** The identifiers in a document, and the IRIs of what it names otherwise. */
interface WrittenIds {
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

function writtenIds({ document }: CheckedCrate): WrittenIds {
  const ids = new Set<string>();
  const names = new Set<string>();
  const look: Spell = (text, kind) => {
    if (kind === 'id') ids.add(text);
    else names.add(text);
    return undefined;
  };
  rewriteEntities(document, (text, style) => respelled(text, document, look, style));
  return { ids, names: new Set([...names].map((name) => meantBy(name, 'name', document) ?? '')) };
}

/** A right spelling for each identifier; most have the one that they have. */
function plannedIds(
  ids: ReadonlySet<string>,
  crate: CheckedCrate,
  paths: ReadonlySet<string> | undefined,
): Map<string, RightSpelling> {
  const { document } = crate;
  const folders = foldersWithoutSlash(crate);
  const planned = new Map<string, RightSpelling>();
  for (const id of ids) {
    const isName = existingName(id, paths) !== undefined && isDataEntity(crate, document.resolveId(id));
    const escaped = isName ? escapedNameId(id) : id;
    const spelled = rightSpelling(escaped, document) ?? { text: escaped, rules: [] };
    const text = spelled.text;
    const rules = isName ? ['file-escaped', ...spelled.rules] : spelled.rules;
    const isFolder =
      folders.size > 0 && folders.has(document.resolveId(id)) && !text.endsWith('/') && !isAbsoluteIri(text);
    planned.set(id, isFolder ? { text: `${text}/`, rules: [...rules, 'folder-slash'] } : { text, rules });
  }
  return planned;
}

function isDataEntity({ index }: CheckedCrate, iri: string): boolean {
  return isAmong(index.typesOf(iri), DATA_ENTITIES);
}

/** The folders with a relative `@id` that does not end in `/`. */
function foldersWithoutSlash(crate: CheckedCrate): Set<string> {
  const folders = new Set<string>();
  for (const entity of crate.entities()) {
    const { id = '' } = entity;
    if (crate.roleOf(entity) !== 'folder' || id === '' || /^[/#?\\]|[?#]|[/\\]$/.test(id)) continue;
    // With an extension it may be a file that was given the wrong type.
    if (isAbsoluteIri(id) || id.startsWith('_:') || /\.[A-Za-z][A-Za-z0-9]*$/.test(id) || /(?:^|\/)\.{1,2}$/.test(id))
      continue;
    folders.add(entity.iri);
  }
  return folders;
}

/**
 * Takes back what is not clear: spellings of one identifier that would become different ones, and entities that would
 * become one.
 */
function dropUnclear(planned: Map<string, RightSpelling>, { names }: WrittenIds, crate: CheckedCrate): void {
  const { document, index } = crate;
  const byOld = new Map<string, string[]>();
  for (const text of planned.keys()) {
    const iri = document.resolveId(text);
    addToList(byOld, iri, text);
  }
  const resolved = new Map<string, string>(); // each is asked for several times
  const newIri = (text: string) => {
    const next = planned.get(text)?.text ?? text;
    let iri = resolved.get(next);
    if (iri === undefined) resolved.set(next, (iri = document.resolveId(next)));
    return iri;
  };
  const drop = (iri: string) => {
    for (const text of byOld.get(iri) ?? []) planned.set(text, { text, rules: [] });
  };
  const renamed = new Set<string>();
  for (const [iri, texts] of byOld) {
    const iris = new Set(texts.map(newIri));
    if (iris.size === 1 && iris.has(iri)) continue;
    const isFixed = names.has(iri) || iri === crate.rootIri || iri === crate.descriptorIri;
    if (iris.size > 1 || isFixed) drop(iri);
    else renamed.add(iri);
  }
  for (let clear = false; !clear;) {
    clear = true;
    const described = new Map<string, number>();
    for (const [iri, [text = '']] of byOld)
      if (index.isDescribed(iri)) described.set(newIri(text), (described.get(newIri(text)) ?? 0) + 1);
    for (const iri of renamed) {
      const own = newIri(byOld.get(iri)?.[0] ?? '');
      const isTaken = own === crate.rootIri || own === crate.descriptorIri || names.has(own);
      if (!isTaken && (described.get(own) ?? 0) <= 1) continue;
      renamed.delete(iri);
      drop(iri);
      clear = false;
    }
  }
}
