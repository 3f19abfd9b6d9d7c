import { existsSync } from 'node:fs';
import { isInstalled } from '../../helpers/describe-where.js';
import { engineFile, missingOf, type RunningEngine, type TestedEngine } from './engine.js';
import { startProcess } from './engine-process.js';

const OURS = engineFile('python/bin/oxigraph');
const isOurs = existsSync(OURS);
const PROGRAM = isOurs ? OURS : 'oxigraph';

/** The server of Oxigraph, with RocksDB. @param options of its command line */
export function oxigraph(...options: readonly string[]): TestedEngine {
  return {
    name: 'Oxigraph',
    missing: missingOf('oxigraph', isOurs || isInstalled('oxigraph', '--version')),
    start: () => startOxigraph(options),
  };
}

async function startOxigraph(options: readonly string[]): Promise<RunningEngine> {
  const { ports, ...life } = await startProcess(1, async (folder, [port]) => ({
    program: PROGRAM,
    args: ['serve', '--location', `${folder}/data`, '--bind', `127.0.0.1:${port}`, ...options],
    answers: `http://127.0.0.1:${port}/query?query=ASK%20%7B%7D`,
  }));
  const url = `http://127.0.0.1:${ports[0]}`;
  const addresses = { query: `${url}/query`, update: `${url}/update`, graphs: `${url}/store`, data: `${url}/store` };
  return { url, env: {}, addresses, ...life };
}
