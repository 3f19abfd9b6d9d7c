import { Tinypool } from 'tinypool';
import { CrateError, packError } from '../../errors.js';
import { exportOf } from '../../export/export-crate.js';
import { graphToRdf } from '../../export/export-rdf.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { openStore } from '../../store/open-store.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import type { ExportOutcome, ExportTask, ExportThreadData } from './crate-exports.js';

const { place, contexts: contextOptions } = Tinypool.workerData as ExportThreadData;
const store = await openStore(place);
const contexts = openContexts(contextOptions);

/** Writes a crate of the store into a stream. An error becomes the outcome, because a thread would lose its class. */
export default async function exportInThread({ graph, to, mark, writable }: ExportTask): Promise<ExportOutcome> {
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined); // each write reports it too
  try {
    const isSame = await withSnapshot(store, async (snapshot) => {
      if ((await snapshot.marks([graph])).get(graph) !== mark) return false;
      const chunks =
        to === 'document'
          ? exportOf(snapshot, graph, { contexts })
          : graphToRdf(snapshot, graph, { to, contexts, name: to === 'nquads' || to === 'trig' ? graph : undefined });
      const encoder = new TextEncoder();
      for await (const chunk of chunks) {
        await writer.ready;
        await writer.write(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      }
      return true;
    });
    await writer.close();
    return { isSame };
  } catch (error) {
    await writer.abort(new Error('the crate could not be written to its end')).catch(() => undefined);
    if (!(error instanceof CrateError)) throw error;
    return { error: packError(error) };
  }
}
