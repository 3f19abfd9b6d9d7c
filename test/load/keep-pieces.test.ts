import { keepPieces } from '../../src/load/keep-pieces.js';
import { pieceOf } from '../../src/store/pieces.js';
import type { Piece } from '../../src/store/port.js';

/** Of many sizes: some are packed in other threads, and most numbers of them do not fit into the memory for them. */
const textOf = (index: number) =>
  `<urn:s> <urn:p> "${index} ${'é'.repeat(index % 7)}" <urn:g> .\n`.repeat((index % 5) * 2000);

async function* made(count: number): AsyncGenerator<Piece> {
  for (let index = 0; index < count; index += 1) yield pieceOf(Buffer.from(textOf(index)));
}

describe('pieces that are kept', () => {
  test.each([0, 1, 2, 5, 6, 700])('%d of them come back in their order, as often as somebody wants', async (count) => {
    const kept = await keepPieces(made(count));
    for (let time = 0; time < 2; time += 1) {
      let index = 0;
      for (const { content, quads } of kept) {
        expect(Buffer.from(content.bytes).toString() === textOf(index)).toBe(true);
        expect(quads).toBe((index % 5) * 2000);
        expect(content.sha256).toBe(pieceOf(content.bytes).content.sha256);
        index += 1;
      }
      expect(index).toBe(count);
    }
  });

  test.each([1, 20, 700])('what goes wrong at the source after %d goes on to the one who keeps', async (count) => {
    async function* broken(): AsyncGenerator<Piece> {
      yield* made(count);
      throw new Error('the source broke');
    }
    await expect(keepPieces(broken())).rejects.toThrow('the source broke');
  });
});
