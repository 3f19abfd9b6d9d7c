import { CrateError } from '../../base/errors.js';
import { isAbsoluteIri, resolveIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { CrateBase } from '../base.js';
import { KEYWORD_FORM } from '../context/term-definition.js';
import { decodeUtf8 } from '../json/byte-source.js';
import { meantBy, type Spell } from '../follow/respell.js';
import { METADATA_FILE_NAME } from '../metadata-names.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { DocumentEdit } from './document-edit.js';
import type { Spelling } from './mentioned-ids.js';

/** How the nodes of a document are called after an edit. */
export interface NewNames {
  /** New IRI by old IRI, of those that change. */
  readonly iris: Map<string, string>;
  /** The new text of an identifier. */
  readonly spell: Spell;
}

/**
 * A base for the edited document, which the same edit of the same document always gets. No identifier begins with it,
 * and all that are written differently stay different under it: `/a` and `a`, `#a` and `./#a`.
 */
export function baseApart({ json: { source } }: CrateDocument, edit: DocumentEdit): CrateBase {
  const text = decodeUtf8(source.read(0, source.length)).text;
  const added = JSON.stringify([...edit.ids.values(), edit.add]);
  for (let count = 1; ; count += 1) {
    const root = `arcp://uuid,00000000-0000-0000-0000-${String(count).padStart(12, '0')}/`;
    if (!text.includes(root) && !added.includes(root))
      return { iri: `${root}edited-${METADATA_FILE_NAME}`, root, reason: 'none' };
  }
}

/**
 * Names the nodes of a document for an edit. A node without a new identifier keeps its first spelling.
 * @param moved the document with the context and base that it has after the edit
 * @throws CrateError ERR_PLAN_INVALID for a new identifier that would mean something else
 */
export function nameNodes(
  document: CrateDocument,
  moved: CrateDocument,
  spellings: ReadonlyMap<string, Spelling>,
  ids: DocumentEdit['ids'],
): NewNames {
  const planned = new Map([...ids].map(([iri, id]) => [iri, plannedId(id, spellings.get(iri)?.text ?? iri, moved)]));
  const iris = new Map<string, string>();
  for (const [iri, { text, kind }] of spellings) {
    const name = planned.has(iri) ? undefined : meantBy(text, kind, moved);
    if (name !== undefined && name !== iri) iris.set(iri, name);
  }
  for (const [iri, id] of planned) iris.set(iri, moved.resolveId(id));
  const spell: Spell = (text, kind) => {
    const iri = meantBy(text, kind, document);
    const first = iri === undefined ? undefined : spellings.get(iri);
    if (iri === undefined || first === undefined || iri.startsWith('_:')) return undefined;
    const name = iris.get(iri) ?? iri;
    const id = planned.get(iri);
    const next = (id === undefined ? [text, first.text] : [id]).find((one) => meantBy(one, kind, moved) === name);
    return next === text ? undefined : next;
  };
  return { iris, spell };
}

/** A new identifier as it is written: illegal characters are encoded. @param old the identifier it replaces */
function plannedId(id: string, old: string, moved: CrateDocument): string {
  const legal = repairIri(id);
  const written = KEYWORD_FORM.test(legal) ? `./${legal}` : legal; // JSON-LD ignores what looks like a keyword
  const meant = isAbsoluteIri(written) ? written : resolveIri(written, moved.base.iri);
  if (moved.resolveId(written) === meant) return written;
  throw new CrateError(
    'ERR_PLAN_INVALID',
    `the new identifier ${JSON.stringify(id)} of ${JSON.stringify(old)} would mean something else in the document`,
    { hint: 'give an absolute IRI that no prefix of the context changes, or a path below the crate root' },
  );
}

/**
 * Checks that no two entities become one.
 * @param described the IRIs, before the edit, of the nodes of which the document states something
 * @throws CrateError ERR_PLAN_INVALID that names both
 */
export function refuseMerging(
  { iris }: NewNames,
  described: ReadonlySet<string>,
  spellings: ReadonlyMap<string, Spelling>,
): void {
  const owners = new Map<string, string>();
  const shown = (iri: string) => JSON.stringify(spellings.get(iri)?.text ?? iri);
  for (const iri of described) {
    const name = iris.get(iri) ?? iri;
    const owner = owners.get(name);
    if (owner !== undefined)
      throw new CrateError('ERR_PLAN_INVALID', `${shown(owner)} and ${shown(iri)} would become one entity`, {
        hint: 'give each of them another new identifier, or remove one',
      });
    owners.set(name, iri);
  }
}
