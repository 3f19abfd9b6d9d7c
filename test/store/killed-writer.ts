import { openDirectoryStore } from '../../src/store/directory/open-directory-store.js';
import type { NQuadsChunks } from '../../src/store/graph-store.js';
import { DataFactory } from 'n3';

/** Imports again and again until it is killed: 400 quads into two graphs at a time, a line on stdout when durable. */
const [path, round] = process.argv.slice(2) as [string, string];
const graphs = ['http://example.org/crate/1/', 'http://example.org/crate/2/'];

function* lines(graph: string, count: number): NQuadsChunks & Generator<string> {
  for (let i = 0; i < 400; i += 1) {
    const subject = i % 5 === 0 ? `_:b${round}_${count}_${i}` : `<http://example.org/${round}/${count}/${i}>`;
    yield `${subject} <http://schema.org/name> "name" <${graph}> .\n`;
  }
}

const store = await openDirectoryStore(path, { mode: 'write', create: true });
process.stdout.write('open\n');
for (let count = 0; ; count += 1) {
  await store.import(
    graphs.map((graph) => ({
      graph: DataFactory.namedNode(graph),
      mode: 'merge' as const,
      nquads: lines(graph, count),
    })),
  );
  process.stdout.write('done\n');
}
