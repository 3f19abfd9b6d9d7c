import { PIECE_SIZE } from '../../src/store/nquads-lines.js';
import { PieceList } from '../../src/store/piece-list.js';

describe('PieceList', () => {
  const sizes = [10, 0, PIECE_SIZE, 5, 7, PIECE_SIZE * 2, 1, 0, 3];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, `${index}`));
  const list = new PieceList();
  for (const piece of pieces) list.add(piece);
  const all = Buffer.concat(pieces);

  it('gives what is between two ends of pieces, whatever their sizes', () => {
    const ends = pieces.reduce<number[]>((places, { length }) => [...places, (places.at(-1) as number) + length], [0]);
    for (const start of ends)
      for (const end of ends.filter((place) => place >= start))
        expect(Buffer.compare(Buffer.concat([...list.between(start, end)]), all.subarray(start, end))).toBe(0);
  });

  it('joins small pieces to what engines load fastest', () => {
    const many = new PieceList();
    for (let index = 0; index < 1000; index += 1) many.add(Buffer.alloc(1000));
    const lengths = [...many.between(0, 1_000_000)].map(({ length }) => length);
    expect(lengths.slice(0, -1).every((length) => length >= PIECE_SIZE && length < PIECE_SIZE + 1000)).toBe(true);
    expect(lengths.length).toBeLessThan(5);
  });
});
