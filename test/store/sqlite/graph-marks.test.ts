import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import { Connection } from '../../../src/store/sqlite/connection.js';
import { graphMarks, namedMarks } from '../../../src/store/sqlite/graph-marks.js';

const A = 'urn:a';
const line = (graph: string, value: string) => ({ graph, mode: 'replace' as const, nquads: [`<urn:s> <urn:p> "${value}" <${graph}> .\n`] }); // prettier-ignore

test('a connection reads the marks again when another one, or itself, has changed a graph, and not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-marks-'));
  const path = join(folder, 'store');
  const writer = await openStore(path, { mode: 'write', create: true });
  await writer.put([line(A, '1'), line('urn:\u00e9\u{1f600}', '1')]);
  const reader = new Connection(path);
  const marks = (): ReadonlyMap<string, string> => {
    reader.exec('BEGIN');
    try {
      return graphMarks(reader);
    } finally {
      reader.exec('ROLLBACK');
    }
  };
  try {
    const first = marks();
    expect([...first.keys()]).toEqual([A, 'urn:\u00e9\u{1f600}']);
    expect(first).toEqual(await writer.marks());
    expect(marks()).toBe(first);
    await writer.put([line(A, '2')]);
    const second = marks();
    expect(second.get(A)).not.toBe(first.get(A));
    expect(namedMarks(reader, [A, 'urn:none'])).toEqual(new Map([[A, second.get(A)]]));
    expect(marks()).toBe(second);
    await reader.transaction(async () => {
      reader.run('DELETE FROM graph WHERE iri = ?', A);
      expect([...graphMarks(reader).keys()]).toEqual(['urn:\u00e9\u{1f600}']);
    });
    expect([...marks().keys()]).toEqual(['urn:\u00e9\u{1f600}']);
    // A snapshot that is older than a commit stays as it is.
    reader.exec('BEGIN');
    expect(graphMarks(reader).has(A)).toBe(false);
    await writer.put([line(A, '3')]);
    expect(graphMarks(reader).has(A)).toBe(false);
    reader.exec('ROLLBACK');
    expect(marks().has(A)).toBe(true);
  } finally {
    reader.close();
    await writer.close();
    await rm(folder, { recursive: true });
  }
});
