import { keepPieces } from '../../src/load/keep-pieces.js';
import { pieceOf } from '../../src/store/pieces.js';
import type { Piece } from '../../src/store/port.js';

const textOf = (index: number) => `<urn:s> <urn:p> "${index} ${'é'.repeat(index % 100)}" <urn:g> .\n`.repeat(index % 3);

async function* made(count: number): AsyncGenerator<Piece> {
  for (let index = 0; index < count; index += 1) yield pieceOf(Buffer.from(textOf(index)));
}

test.each([0, 1, 255, 256, 257, 1000])(
  '%d pieces come back in their order, as often as somebody wants',
  async (count) => {
    const kept = await keepPieces(made(count));
    for (let time = 0; time < 2; time += 1) {
      const pieces = [...kept];
      expect(pieces.map(({ content }) => Buffer.from(content.bytes).toString())).toEqual(
        Array.from({ length: count }, (_, index) => textOf(index)),
      );
      expect(pieces.map(({ quads }) => quads)).toEqual(Array.from({ length: count }, (_, index) => index % 3));
      for (const { content } of pieces) expect(content.sha256).toBe(pieceOf(content.bytes).content.sha256);
    }
  },
);

test('what goes wrong at the source goes on to the one who keeps', async () => {
  async function* broken(): AsyncGenerator<Piece> {
    yield* made(300);
    throw new Error('the source broke');
  }
  await expect(keepPieces(broken())).rejects.toThrow('the source broke');
});
