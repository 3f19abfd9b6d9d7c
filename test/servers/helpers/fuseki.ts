import { isInstalled } from '../../helpers/describe-where.js';
import { engineFile, missingOf, type RunningEngine, type TestedEngine } from './engine.js';
import { startProcess } from './engine-process.js';

const JAR = 'fuseki.jar';

type Kind = 'TDB2' | 'memory' | 'read-only TDB2';

/** Apache Jena Fuseki, on disk (TDB2) or in memory. @param options of its command line */
export function fuseki(kind: Kind, ...options: readonly string[]): TestedEngine {
  return {
    name: `Fuseki (${kind})`,
    missing: missingOf('Java', isInstalled('java', '-version'), JAR),
    start: () => startFuseki(kind, options),
  };
}

async function startFuseki(kind: Kind, options: readonly string[]): Promise<RunningEngine> {
  const { ports, ...life } = await startProcess(1, async (folder, [port]) => ({
    program: 'java',
    args: [
      ...['-Xmx1G', '-jar', engineFile(JAR), '--localhost', '--port', String(port)],
      ...(kind === 'read-only TDB2' ? [] : ['--update']),
      ...options,
      ...(kind === 'memory' ? ['--mem'] : ['--tdb2', '--loc', folder]),
      '/ds',
    ],
    env: { FUSEKI_BASE: `${folder}/base` },
    answers: `http://127.0.0.1:${port}/$/ping`,
  }));
  const url = `http://127.0.0.1:${ports[0]}/ds`;
  const addresses = { query: `${url}/query`, update: `${url}/update`, graphs: `${url}/data`, data: `${url}/data` };
  return { url, env: {}, addresses, ...life };
}
