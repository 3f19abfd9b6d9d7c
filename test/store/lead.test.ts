import { describeGraphStore } from '../contract/graph-store.contract.js';
import { openEndpointStore } from '../../src/store/endpoint/endpoint-store.js';
const kinds: [string, string, boolean][] = [
  ['fuseki mem', 'http://127.0.0.1:13041/ds', true],
  ['fuseki tdb2', 'http://127.0.0.1:13040/ds', false],
  ['oxigraph', 'http://127.0.0.1:17888', false],
  ['rdf4j', 'http://127.0.0.1:18080/rdf4j-server/repositories/lead', true],
].filter(([n]) => (process.env.ONLY ?? n) === n) as never;
for (const [name, url, keepsLexicalForms] of kinds) {
  const kind = {
    name,
    capabilities: { atomic: false, exactDifferences: true, keepsBlankLabels: true, keepsLexicalForms, durable: true, snapshots: false },
    open: async () => {
      const clear = name.startsWith('rdf4j') ? '/statements' : '/update';
      await fetch(url + clear, { method: 'POST', headers: { 'content-type': 'application/sparql-update' }, body: 'DROP ALL' });
      return openEndpointStore(url);
    },
    again: () => openEndpointStore(url),
  };
  describeGraphStore(kind);
}
