import { bufferPieces } from '../../../src/tasks/load/buffer-pieces.js';
import { pieceOf } from '../../../src/store/pieces.js';
import type { Piece } from '../../../src/store/port.js';

/** The text of a piece. Sizes differ; 700 pieces are more than the buffer holds in memory. */
const textOf = (index: number) =>
  `<urn:s> <urn:p> "${index} ${'é'.repeat(index % 7)}" <urn:g> .\n`.repeat((index % 5) * 2000);

async function* made(count: number): AsyncGenerator<Piece> {
  for (let index = 0; index < count; index += 1) yield pieceOf(Buffer.from(textOf(index)));
}

describe('buffered pieces', () => {
  test.each([0, 1, 2, 5, 6, 700])('%d of them can be read in order, several times', async (count) => {
    const buffered = await bufferPieces(made(count));
    for (let time = 0; time < 2; time += 1) {
      let index = 0;
      for (const { content, quads } of buffered) {
        expect(Buffer.from(content.bytes).toString() === textOf(index)).toBe(true);
        expect(quads).toBe((index % 5) * 2000);
        expect(content.sha256).toBe(pieceOf(content.bytes).content.sha256);
        index += 1;
      }
      expect(index).toBe(count);
    }
  });

  test.each([1, 20, 700])('an error of the source after %d of them reaches the caller', async (count) => {
    async function* broken(): AsyncGenerator<Piece> {
      yield* made(count);
      throw new Error('the source broke');
    }
    await expect(bufferPieces(broken())).rejects.toThrow('the source broke');
  });
});
