import { isInstalled } from '../../helpers/describe-where.js';
import { engineFile, missingOf, type RunningEngine, type TestedEngine } from './engine.js';
import { startProcess } from './engine-process.js';

const FILES = ['jetty-runner.jar', 'rdf4j.war'];

/** RDF4J in Jetty, with a repository on disk (native) or in memory. */
export function rdf4j(kind: 'native' | 'memory'): TestedEngine {
  return {
    name: `RDF4J (${kind})`,
    missing: missingOf('Java', isInstalled('java', '-version'), ...FILES),
    start: () => startRdf4j(kind),
  };
}

async function startRdf4j(kind: 'native' | 'memory'): Promise<RunningEngine> {
  const [runner, war] = FILES.map(engineFile);
  const { ports, ...life } = await startProcess(1, async (folder, [port]) => ({
    program: 'java',
    args: [
      ...['-Xmx1G', `-Dorg.eclipse.rdf4j.appdata.basedir=${folder}/data`, `-Djava.io.tmpdir=${folder}`],
      ...['-jar', runner!, '--host', '127.0.0.1', '--port', String(port), '--path', '/rdf4j-server', war!],
    ],
    answers: `http://127.0.0.1:${port}/rdf4j-server/protocol`,
  }));
  const url = `http://127.0.0.1:${ports[0]}/rdf4j-server/repositories/ds`;
  const create = () => createRepository(url, kind === 'native' ? 'NativeStore' : 'MemoryStore');
  try {
    await create();
  } catch (error) {
    await life.stop();
    throw error;
  }
  const statements = `${url}/statements`;
  const addresses = { query: url, update: statements, graphs: `${url}/rdf-graphs/service`, data: statements };
  // The trees of its native store are not written as a whole.
  const damage = {
    says: /\btxnLock\b|\bTrying to remove largest value\b|\bcompatible context data\b/,
    renew: async () => {
      await fetch(url, { method: 'DELETE' });
      await create();
    },
  };
  return { url, env: {}, addresses, damage, ...life };
}

/** Version 4.1 knows the old names of configurations only; `tag:rdf4j.org,2023:config/` came with 4.3. */
async function createRepository(url: string, store: string): Promise<void> {
  const CONFIG = 'http://www.openrdf.org/config';
  const body = `[] a <${CONFIG}/repository#Repository> ; <${CONFIG}/repository#repositoryID> "ds" ;
    <${CONFIG}/repository#repositoryImpl> [
      <${CONFIG}/repository#repositoryType> "openrdf:SailRepository" ;
      <${CONFIG}/repository/sail#sailImpl> [ <${CONFIG}/sail#sailType> "openrdf:${store}" ]
    ] .`;
  const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/turtle' }, body });
  if (!answer.ok) throw new Error(`no repository: ${answer.status} ${await answer.text()}`);
}
