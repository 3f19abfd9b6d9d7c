import { handlesOf } from '../../../src/tasks/stored/handles.js';
import { sha256Of } from '../../helpers/named-store.js';

const graphs = Array.from({ length: 20_000 }, (_, index) => `https://example.org/${index}/`);

describe('handles', () => {
  it('are the first six digits of the hash of the IRI', () => {
    expect(handlesOf(['urn:a', 'urn:b'], [])).toEqual(
      new Map(['urn:a', 'urn:b'].map((graph) => [graph, sha256Of(graph).slice(0, 6)])),
    );
  });

  it('are as short as they can be, and prefixes of no other hash', () => {
    const handles = handlesOf(graphs, []);
    const prefixes = new Map<string, number>();
    for (const graph of graphs)
      for (const length of [6, 7, 8, 9]) {
        const prefix = sha256Of(graph).slice(0, length);
        prefixes.set(prefix, (prefixes.get(prefix) ?? 0) + 1);
      }
    const isRight = (graph: string, handle: string): boolean =>
      sha256Of(graph).startsWith(handle) &&
      prefixes.get(handle) === 1 &&
      (handle.length === 6 || (prefixes.get(handle.slice(0, -1)) ?? 0) > 1);
    expect(handles.size).toBe(graphs.length);
    expect([...handles].filter(([graph, handle]) => !isRight(graph, handle))).toEqual([]);
    const lengths = new Set([...handles.values()].map(({ length }) => length));
    expect(lengths.has(7)).toBe(true); // 20,000 hashes share some first six digits
  });

  it('avoid the hashes of the documents of other crates, but not their own', () => {
    const hash = sha256Of('urn:a');
    const similar = hash.slice(0, 9).padEnd(64, hash[9] === '0' ? '1' : '0');
    expect(handlesOf(['urn:a', 'urn:b'], [{ graph: 'urn:b', sha256: similar }]).get('urn:a')).toBe(hash.slice(0, 10));
    expect(handlesOf(['urn:a', 'urn:b'], [{ graph: 'urn:a', sha256: similar }]).get('urn:a')).toBe(hash.slice(0, 6));
  });
});
