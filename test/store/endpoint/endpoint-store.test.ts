import { openStore } from '../../../src/store/open-store.js';
import { describeGraphStore } from '../../contract/graph-store.contract.js';
import { startOxigraph, type WritableEndpoint } from '../../helpers/oxigraph-endpoint.js';

let endpoint: WritableEndpoint;
beforeAll(async () => {
  endpoint = await startOxigraph();
});

const again = () => openStore(endpoint.address, { mode: 'write', create: true });

// The engines themselves: test/servers/engines/contract.test.ts.
describeGraphStore({
  name: 'an endpoint',
  capabilities: {
    atomic: false,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: false,
    keepsValues: true,
    durable: true,
    snapshots: false,
    noticesChanges: false,
    fullText: false,
    keepsRemovals: false,
    keepsApart: false,
  },
  open: () => {
    endpoint.clear();
    return again();
  },
  again,
  notEndless: ' (the engine runs in the process of the tests)',
});
