import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha256 } from '../../src/rdf/sha256.js';
import { tries } from '../helpers/seed.js';

it('is the SHA-256 of the text, as Node computes it, for texts of any length', () => {
  const expected = (text: string) => createHash('sha256').update(text).digest('hex');
  const lengths = Array.from({ length: 200 }, (_, length) => 'x'.repeat(length));
  expect(lengths.map(sha256)).toEqual(lengths.map(expected));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => sha256(text) === expected(text)),
    tries(500),
  );
});
