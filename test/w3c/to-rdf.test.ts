import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crateBase } from '../../src/crate/base.js';
import { contextOf, contextUnavailable, type ContextSource } from '../../src/crate/context/source.js';
import { CrateError } from '../../src/errors.js';
import { canonical } from '../helpers/oracle.js';
import { read, type ReadResult } from '../helpers/read.js';
import { describeWithShared } from '../helpers/shared.js';
import { KNOWN_GAPS } from './known-gaps.js';

/** JSON-LD 1.1 API, toRdf: https://w3c.github.io/json-ld-api/tests/toRdf-manifest.html */
interface Test {
  readonly '@id': string;
  readonly '@type': readonly string[];
  readonly name: string;
  readonly input: string;
  readonly expect?: string;
  readonly expectErrorCode?: string;
  readonly option?: Readonly<Record<string, string | boolean>>;
}

describeWithShared('W3C JSON-LD 1.1 toRdf', 'w3c/json-ld-api', (folder) => {
  const { sequence, baseIri } = JSON.parse(text('toRdf-manifest.jsonld')) as { sequence: Test[]; baseIri: string };
  const tests = sequence.filter(({ option }) => option?.['specVersion'] !== 'json-ld-1.0');
  const kind = (type: string) => tests.filter((test) => test['@type'].includes(`jld:${type}`));

  function text(path: string): string {
    return readFileSync(resolve(folder, path), 'utf8');
  }

  /** The documents of the suite at the addresses they have on the web. */
  const contexts: ContextSource = {
    async load(address) {
      if (!address.startsWith(baseIri)) throw contextUnavailable(address, 'not in the suite');
      let document: unknown;
      try {
        document = JSON.parse(text(decodeURIComponent(address.slice(baseIri.length))));
      } catch (cause) {
        throw contextUnavailable(address, 'cannot be read', { cause });
      }
      return contextOf(document, address, address);
    },
  };

  /** Our reader takes metadata documents, which are objects: an array is read as the `@graph` of one. */
  function run({ input, option }: Test): Promise<ReadResult> {
    const written = text(input);
    const parsed = JSON.parse(written) as unknown;
    const document = Array.isArray(parsed) ? `{"@graph": ${written}}` : written;
    return read(document, { base: crateBase(String(option?.['base'] ?? baseIri + input), 'url'), contexts });
  }

  const flat: string[] = [];
  const general: string[] = [];

  describe('positive evaluation', () => {
    it.each(kind('PositiveEvaluationTest').map((test) => [test['@id'], test.name, test] as const))('%s %s', async (id, _, test) => {
      let failure: unknown;
      let result: ReadResult | undefined;
      try {
        result = await run(test);
        // By design all quads of a document are in one graph: the graph term is not compared.
        expect(await canonical(result.nquads)).toEqual(await canonical(text(test.expect as string)));
      } catch (error) {
        failure = error;
      }
      const { document } = result ?? {};
      const isFlat = document !== undefined && document.counts.general === 0 && document.report.repairs === 0;
      (isFlat ? flat : general).push(id);
      console.log(JSON.stringify([id, isFlat ? 'FLAT':'GEN', failure ? 'FAIL': 'ok', failure ? String((failure as Error).message).slice(0,1500) : '']));
      if (id in KNOWN_GAPS) expect(failure).toBeDefined();
      else if (failure !== undefined) throw failure;
    });
  });
  void CrateError;
});
