import type { Quad, Term } from '@rdfjs/types';
import type { RootCandidate } from '../../crate/choose-root.js';
import { originalLabel, scopedLabel } from '../../crate/read/identifiers.js';
import { RootStatements, type JsonCandidate } from '../../crate/read/root-statements.js';
import { stateRoots, type RdfGraphFacts } from '../../package/open/rdf-crates.js';
import { CHUNK_LENGTH, termId, termToNQuads } from '../../base/rdf/nquads.js';
import { TextSet } from '../../base/rdf/text-set.js';
import { TripleSet } from '../../base/rdf/triple-set.js';
import { Packable } from '../../store/packable.js';
import { pieceOf } from '../../store/pieces.js';
import type { Piece } from '../../store/port.js';
import { utf8Text } from '../../store/utf8-text.js';

/** Stands for the label scope until it is known. N-Quads never contain it raw. */
const SCOPE = '\r';

/** The quads of one graph of an RDF file, packed until the name of the graph is known. */
export class RdfLines implements RdfGraphFacts {
  readonly #statements = new RootStatements();
  readonly #triples = new TripleSet();
  readonly #subjects = new TextSet();
  /** The new label of each blank node, and the node that has it. */
  readonly #labels = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #packed: { readonly content: Packable; readonly quads: number }[] = [];
  #text = '';
  #count = 0;

  constructor(readonly name: string) {}

  get candidates(): readonly JsonCandidate[] {
    return this.#statements.candidates();
  }

  get size(): number {
    return this.#triples.size;
  }

  /** The number of subjects. */
  get entities(): number {
    return this.#subjects.size;
  }

  add(quad: Quad): void {
    const { subject, predicate, object } = quad;
    const s = this.#termText(subject);
    const p = termToNQuads(predicate);
    const o = this.#termText(object);
    if (!this.#triples.add(s, p, o)) return;
    this.#subjects.add(termId(subject));
    stateRoots(this.#statements, quad);
    this.#text += `${s} ${p} ${o} .\n`;
    this.#count += 1;
    if (this.#text.length > CHUNK_LENGTH) this.#pack();
  }

  describes(iri: string): boolean {
    return this.#subjects.has(iri);
  }

  /** The pieces of the named graph. @param scope label scope of its blank nodes */
  *pieces(graph: string, scope: string): Generator<Piece> {
    this.#pack();
    for (const { content, quads } of this.#packed) {
      // N-Quads contain a raw line feed only at the end of a line, so nothing else can match.
      const end = ` <${graph}> .\n`; // a function puts it in as it is: `$&` is legal in an IRI
      const lines = utf8Text(content.bytes)
        .replaceAll(' .\n', () => end)
        .replaceAll(SCOPE, scope);
      const piece = pieceOf(Buffer.from(lines), quads);
      yield { content: Packable.packed(piece.content.pack()), quads };
    }
  }

  /** A root in the terms of the lines. */
  rootIn(scope: string, { root }: RootCandidate): string {
    return root.startsWith('_:') ? this.#label(root.slice(2)).replace(SCOPE, scope) : root;
  }

  #pack(): void {
    if (this.#count === 0) return;
    const content = Packable.packed(Packable.of(Buffer.from(this.#text)).pack());
    this.#packed.push({ content, quads: this.#count });
    this.#text = '';
    this.#count = 0;
  }

  #termText(term: Term): string {
    return term.termType === 'BlankNode' ? this.#label(term.value) : termToNQuads(term);
  }

  /** The label in the store: without the scope of an earlier store, if no other node of the graph has that label. */
  #label(written: string): string {
    const known = this.#labels.get(written);
    if (known !== undefined) return known;
    const plain = [originalLabel(written)?.label ?? written, written];
    let label = plain.find((one) => !this.#taken.has(one));
    for (let count = 2; label === undefined; count += 1) {
      const next = `${written}-${count}`;
      if (!this.#taken.has(next)) label = next;
    }
    this.#taken.add(label);
    const text = `_:${scopedLabel(SCOPE, label)}`;
    this.#labels.set(written, text);
    return text;
  }
}
