import { documentAt } from '../../tasks/export/document-at.js';
import { graphToRdf } from '../../tasks/export/export-rdf.js';
import { openContexts } from '../../package/contexts/open-contexts.js';
import { syntaxOf } from '../../base/rdf/syntaxes.js';
import { openStore } from '../../store/open-store.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { serveThread } from '../../base/threads/serve-thread.js';
import type { ExportChoice, ExportOutcome, ExportThreadData } from './crate-exports.js';

/** Writes crates of the store, several at a time. */
await serveThread<ExportThreadData, ExportChoice, ExportOutcome>(async ({ place, contexts: options }) => {
  const store = await openStore(place);
  const contexts = openContexts(options);
  return {
    answer: ({ graph, to, mark, address }, job) =>
      withSnapshot(store, async (snapshot) => {
        if ((await snapshot.marks([graph])).get(graph) !== mark) return { isSame: false };
        const chunks =
          to === 'document'
            ? documentAt(address, snapshot, graph, { contexts })
            : graphToRdf(snapshot, graph, {
                to,
                contexts,
                name: syntaxOf(to)?.writesGraphs === true ? graph : undefined,
              });
        const encoder = new TextEncoder();
        for await (const chunk of chunks) await job.send(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        return { isSame: true };
      }),
  };
});
