import { describeWhere } from '../../helpers/describe-where.js';
import { engines, type EngineName } from './engines.js';
import { RawEndpoint } from './raw-endpoint.js';

/** Declares a suite for an engine of the table, which runs from its first test to its last; skipped where it is absent. */
export function describeEngine(name: EngineName, body: (endpoint: () => RawEndpoint) => void): void {
  const engine = engines[name];
  describeWhere(engine.missing === undefined, name, engine.missing ?? '', () => {
    let endpoint: RawEndpoint | undefined;
    beforeAll(async () => {
      const running = await engine.start();
      stops.push(running.stop);
      endpoint = await RawEndpoint.to(running);
    }, 400_000);
    afterAll(async () => {
      for (const stop of stops.splice(0)) await stop();
    });
    body(() => endpoint!);
  });
}

const stops: (() => Promise<void>)[] = [];

/** Declares the same suite for each engine. */
export function describeEngines(
  names: readonly EngineName[],
  body: (endpoint: () => RawEndpoint, name: EngineName) => void,
): void {
  for (const name of names) describeEngine(name, (endpoint) => body(endpoint, name));
}
