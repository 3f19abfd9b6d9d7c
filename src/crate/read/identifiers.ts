import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Iri, NodeId } from '../../base/rdf/checked-text.js';
import type { CrateBase } from '../base.js';
import type { ActiveContext } from '../context/active-context.js';
import type { Expanded } from '../context/term-definition.js';
import { climbsAboveTop, isAbsoluteIri, relativizeIri, resolveIri } from '../../base/rdf/iri.js';
import { repairIri } from '../../base/rdf/iri-repair.js';
import type { JsonValue } from '../json/lazy-document.js';
import { isObject } from '../json/value.js';
import { behindStandIn, climbing, isStandIn, standIn } from '../stand-in.js';
import type { Remark } from './report.js';

/** Receives repairs and warnings, without their place. */
export type OnNote = (kind: Remark['kind'], detail: string) => void;

/**
 * Paths below the root and fragments that resolve by concatenation and need no repair: most identifiers of a crate. Not
 * fragments that begin with `@`, which may look like stand-ins.
 */
const PLAIN =
  /^(?:[A-Za-z0-9_~-][A-Za-z0-9\-._~!$&'()*+,;=@]*(?:\/[A-Za-z0-9_~-][A-Za-z0-9\-._~!$&'()*+,;=@]*)*\/?|#(?!@)[A-Za-z0-9\-._~!$&'()*+,;=@/?]+)$/;
/** Legal HTTP URLs, which stay unchanged: no context can define anything in them. */
const PLAIN_ADDRESS =
  /^https?:\/\/[A-Za-z0-9\-.]+(?::[0-9]+)?(?:\/[A-Za-z0-9\-._~:@!$&'()*+,;=/]*(?:\?[A-Za-z0-9\-._~:@!$&'()*+,;=/?]*)?(?:#[A-Za-z0-9\-._~:@!$&'()*+,;=/?]*)?)?$/;
/** Blank node labels that every N-Quads parser reads back unchanged. */
const SAFE_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9.]*[A-Za-z0-9])?$/;
/** Legal labels of N-Triples (BLANK_NODE_LABEL, for the characters in use). We still encode those that are not safe. */
const LEGAL_LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_-])?$/u;

/**
 * Turns the identifiers of one document into absolute, legal IRIs and unique blank node labels. Different identifiers
 * stay different, and no two crates share a label.
 */
export class Identifiers {
  readonly #context: ActiveContext;
  readonly #base: CrateBase;
  #scope: string | (() => string);
  #minted = 0;

  /**
   * @param scope label scope: the same for the same document under the same base. A function is only called for the
   * first label, because it may need the digest of the document.
   */
  constructor(context: ActiveContext, base: CrateBase, scope: string | (() => string)) {
    this.#context = context;
    this.#base = base;
    this.#scope = scope;
  }

  /** The IRI of an `@id` that is absolute, or that resolves by concatenation with the base; undefined for any other. */
  plain(id: string): Iri | undefined {
    if (PLAIN.test(id)) return ((id.startsWith('#') ? this.#base.iri : this.#base.root) + id) as Iri;
    if (id === './') return this.#base.root as Iri;
    return PLAIN_ADDRESS.test(id) ? (id as Iri) : undefined;
  }

  /** The IRI or blank node (as `_:label`) that an `@id` stands for. */
  resolveId(id: string, note: OnNote): NodeId {
    const plain = this.plain(id);
    if (plain !== undefined) return plain;
    const resolved = this.#toNode(this.#context.expandId(id), id, note);
    if (resolved !== undefined) return resolved;
    note('id-form', JSON.stringify(id)); // looks like a keyword, which JSON-LD ignores
    return this.#relative(id, note);
  }

  /** The IRI or blank node that a type or a value of an `@vocab`-typed term stands for. */
  resolveVocab(name: string, note: OnNote): NodeId | undefined {
    return this.#toNode(this.#context.expandVocab(name), name, note);
  }

  /** The IRI or blank node of an identifier from expanded JSON-LD: its terms and prefixes are already expanded. */
  resolveExpanded(id: string, note: OnNote): NodeId {
    if (id.startsWith('_:')) return this.#label(id.slice(2), note);
    const climbs = climbing(this.#base.root, id);
    if (climbs !== undefined) return this.#relative(climbs, note);
    return isAbsoluteIri(id) ? this.#repair(id, id, note) : this.#relative(id, note);
  }

  /** A relative reference that resolves to this IRI. For a stand-in, the original reference if possible. */
  reference(iri: string): string | undefined {
    const { root } = this.#base;
    const climbs = climbing(root, iri);
    if (climbs !== undefined) return climbs;
    const relative = relativizeIri(iri, root);
    const candidates = [behindStandIn(root, iri) ?? relative, relative, `./${relative}`, iri];
    return candidates.find((candidate) => this.resolveId(candidate, () => undefined) === iri);
  }

  /** Mints a blank node of this document. */
  mint(): NodeId {
    this.#minted += 1;
    return `_:${this.#labelScope()}n${this.#minted}` as NodeId;
  }

  /** Number of minted blank nodes. It is set back before an entity is read in the other lane. */
  get minted(): number {
    return this.#minted;
  }

  set minted(count: number) {
    this.#minted = count;
  }

  #labelScope(): string {
    if (typeof this.#scope === 'function') this.#scope = this.#scope();
    return this.#scope;
  }

  #toNode(expanded: Expanded, written: string, note: OnNote): NodeId | undefined {
    switch (expanded.kind) {
      case 'blank':
        return this.#label(expanded.label, note);
      case 'absolute':
        return this.#repair(expanded.iri, written, note);
      case 'relative':
        return this.#relative(expanded.reference, note);
      default:
        return undefined;
    }
  }

  #relative(reference: string, note: OnNote): Iri {
    const { iri: base, root, reason } = this.#base;
    const trimmed = reference.trimStart();
    if (trimmed !== reference && /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(trimmed)) {
      note('iri-encoded', JSON.stringify(reference));
      return repairIri(trimmed);
    }
    const iri = resolveIri(reference, base);
    const clash = this.#clash(reference, iri);
    if (clash !== undefined) note(clash, JSON.stringify(reference));
    return clash === undefined && !(reason === 'none' && reference.startsWith('/'))
      ? this.#repair(iri, reference, note)
      : standIn(root, this.#repair(reference, reference, note));
  }

  /** Why the IRI of a relative reference may clash with that of another identifier. */
  #clash(reference: string, iri: string): Remark['kind'] | undefined {
    const { iri: base, root } = this.#base;
    if (reference === '' || (iri === root && /^\/(?!\/)/.test(reference))) return 'id-empty';
    if (climbsAboveTop(reference, base)) return 'id-above-root';
    return isStandIn(root, iri) ? 'id-reserved' : undefined;
  }

  #repair(iri: string, written: string, note: OnNote): Iri {
    const legal = repairIri(iri);
    if (legal !== iri) note('iri-encoded', JSON.stringify(written));
    return legal;
  }

  /** `_` separates scope and label. It never occurs in either, so labels cannot collide. */
  #label(label: string, note: OnNote): NodeId {
    if (!LEGAL_LABEL.test(label)) note('blank-label', JSON.stringify(`_:${label}`));
    return `_:${scopedLabel(this.#labelScope(), label)}` as NodeId;
  }
}

/** A label in its scope, which every parser reads back. */
export function scopedLabel(scope: string, label: string): string {
  return `${scope}_${SAFE_LABEL.test(label) ? label : encodeLabel(label)}`;
}

/** The first string in an `@id` that is an array or an object, as some tools write it. */
export function firstId(id: JsonValue): string | undefined {
  const ids = [id].flat().map((item) => (isObject(item) ? item['@id'] : item));
  return ids.find((item) => typeof item === 'string');
}

/** The original label of a blank node that {@link Identifiers} labelled; undefined for other labels. */
export function originalLabel(label: string): { scope: string; label: string } | undefined {
  const match = /^(c[0-9a-f]{32})(?:_(.*)|n(\d+))$/.exec(label);
  if (match === null) return undefined;
  const [, scope = '', encoded, minted] = match;
  return { scope, label: encoded === undefined ? `n${minted}` : decodeLabel(encoded) };
}

/** Encodes everything but ASCII letters and digits as `-XXXX`, its UTF-16 code unit. */
function encodeLabel(label: string): string {
  return (
    label.replace(/[^A-Za-z0-9]/g, (c) => `-${c.charCodeAt(0).toString(16).padStart(4, '0')}`) +
    (label === '' ? '-' : '')
  );
}

function decodeLabel(encoded: string): string {
  if (encoded === '-') return '';
  return encoded.replace(/-([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/**
 * The label scope of a document: 128 bits of SHA-256, so that two documents cannot be made to share blank nodes.
 * @param identity identifies the document: its digest and base
 */
export function labelScope(identity: string): string {
  return `c${bytesToHex(sha256(identity).subarray(0, 16))}`;
}
