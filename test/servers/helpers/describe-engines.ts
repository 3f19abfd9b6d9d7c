import { describeWhere } from '../../helpers/describe-where.js';
import { engines, type EngineName } from './engines.js';
import { RawEndpoint } from './raw-endpoint.js';

/** A suite for a running engine. */
type EngineSuite = (endpoint: () => RawEndpoint, name: EngineName) => void;

/** Engines that take time and show little that others do not: they run where CRATEGRAPH_ALL_ENGINES is 1. */
const ON_REQUEST: ReadonlySet<EngineName> = new Set(['Fuseki in memory', 'RDF4J', 'RDF4J in memory']);

/** Declares a suite for an engine of the table, which runs from its first test to its last; skipped where it is absent. */
export function describeEngine(name: EngineName, body: EngineSuite, isOnRequest = ON_REQUEST.has(name)): void {
  const engine = engines[name];
  const isAsked = !isOnRequest || process.env['CRATEGRAPH_ALL_ENGINES'] === '1';
  const missing = isAsked ? engine.missing : 'runs with CRATEGRAPH_ALL_ENGINES=1';
  describeWhere(missing === undefined, name, missing ?? '', () => {
    let endpoint: RawEndpoint | undefined;
    beforeAll(async () => {
      const running = await engine.start();
      stops.push(running.stop);
      endpoint = await RawEndpoint.to(running);
    }, 400_000);
    afterAll(async () => {
      for (const stop of stops.splice(0)) await stop();
    });
    body(() => endpoint!, name);
  });
}

const stops: (() => Promise<void>)[] = [];

/** Declares the same suite for each engine. */
export function describeEngines(names: readonly EngineName[], body: EngineSuite): void {
  for (const name of names) describeEngine(name, body);
}

/** Declares a suite of the store for every engine; of two configurations, the one with limits runs by default. */
export function describeStores(body: EngineSuite): void {
  for (const name of Object.keys(engines) as EngineName[])
    describeEngine(name, body, ON_REQUEST.has(name) || name === 'Virtuoso');
}

/**
 * Declares a suite of faults for the engines on disk.
 * @param whole the engines for which all of it runs by default; for the others it is told that few cases are enough
 */
export function describeFaults(
  whole: readonly EngineName[],
  body: (endpoint: () => RawEndpoint, isWhole: boolean) => void,
): void {
  const isAll = process.env['CRATEGRAPH_ALL_ENGINES'] === '1';
  for (const name of ['Oxigraph', 'Fuseki', 'RDF4J', 'Virtuoso'] as const)
    describeEngine(name, (endpoint) => body(endpoint, isAll || whole.includes(name)), false);
}
