import { PIECE_SIZE } from './nquads-lines.js';

/** Pieces of whole lines, kept one after the other in memory. */
export class PieceList {
  readonly #pieces: Uint8Array[] = [];
  readonly #starts: number[] = [];
  #end = 0;

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#starts.push(this.#end);
    this.#end += piece.length;
  }

  /** What is between two places at which pieces begin or end; small pieces are joined to what engines load fastest. */
  *between(start: number, end: number): Generator<Uint8Array> {
    let joined: Uint8Array[] = [];
    let length = 0;
    for (let at = this.#indexOf(start); at < this.#pieces.length && (this.#starts[at] as number) < end; at += 1) {
      const piece = this.#pieces[at] as Uint8Array;
      joined.push(piece);
      length += piece.length;
      if (length < PIECE_SIZE) continue;
      yield joined.length === 1 ? piece : Buffer.concat(joined, length);
      joined = [];
      length = 0;
    }
    if (length > 0) yield Buffer.concat(joined, length);
  }

  /** The first piece that begins at a place or after it. */
  #indexOf(start: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
