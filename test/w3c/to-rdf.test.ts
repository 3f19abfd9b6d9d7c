import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crateBase } from '../../src/crate/base.js';
import { contextInDocument, contextUnavailable, type ContextSource } from '../../src/crate/context/context-source.js';
import { CrateError } from '../../src/base/errors.js';
import { canonical } from '../helpers/oracle.js';
import { read, type ReadResult } from '../helpers/read.js';
import { describeWithShared } from '../helpers/shared.js';
import { KNOWN_GAPS, UNREPORTED } from './known-gaps.js';

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

  /** Loads the documents of the suite by their addresses on the web. */
  const contexts: ContextSource = {
    async load(address) {
      if (!address.startsWith(baseIri)) throw contextUnavailable(address, 'not in the suite');
      let document: unknown;
      try {
        document = JSON.parse(text(decodeURIComponent(address.slice(baseIri.length))));
      } catch (cause) {
        throw contextUnavailable(address, 'cannot be read', { cause });
      }
      return contextInDocument(document, address, address);
    },
  };

  /**
   * Reads the input of a test. Our reader expects an object, so an array becomes the `@graph` of one, and an external
   * context (`expandContext`) is written into the document.
   */
  function run({ input, option }: Test): Promise<ReadResult> {
    let written = text(input);
    const parsed = JSON.parse(written) as unknown;
    if (Array.isArray(parsed)) written = `{"@graph": ${written}}`;
    const outer = option?.['expandContext'];
    if (outer !== undefined) {
      const { '@context': context = {}, ...rest } = parsed as Record<string, unknown>;
      written = JSON.stringify({ '@context': [baseIri + String(outer), context].flat(), ...rest });
    }
    return read(written, { base: crateBase(String(option?.['base'] ?? baseIri + input), 'url'), contexts });
  }

  const flat: string[] = [];
  const flatFailures: string[] = [];

  describe('positive evaluation', () => {
    it.each(kind('PositiveEvaluationTest').map((test) => [test['@id'], test.name, test] as const))(
      '%s %s',
      async (id, _, test) => {
        let failure: unknown;
        const result = await run(test);
        try {
          // By design all quads of a document are in one graph, so the graph term is not compared.
          expect(await canonical(result.nquads)).toEqual(await canonical(text(test.expect as string)));
        } catch (error) {
          failure = error;
        }
        const { counts, report } = result.document;
        if (counts.general === 0 && report.repairs === 0) {
          flat.push(id);
          if (failure !== undefined && !UNREPORTED.has(id)) flatFailures.push(id);
        }
        if (id in KNOWN_GAPS) expect({ id, fails: failure !== undefined }).toEqual({ id, fails: true });
        else if (failure !== undefined) throw failure;
      },
    );

    it('passes for every document that the flat lane reads without a repair', () => {
      expect(flat.length).toBeGreaterThanOrEqual(100);
      expect(flatFailures).toEqual([]);
    });

    it('lists only tests of the suite as known gaps', () => {
      const ids = new Set(tests.map((test) => test['@id']));
      expect(Object.keys(KNOWN_GAPS).filter((id) => !ids.has(id))).toEqual([]);
    });
  });

  describe('positive syntax', () => {
    it.each(kind('PositiveSyntaxTest').map((test) => [test['@id'], test.name, test] as const))(
      '%s %s',
      async (_, __, test) => {
        await expect(run(test)).resolves.toBeDefined();
      },
    );
  });

  /** We are tolerant by design: a document that JSON-LD refuses may load, but may only throw a CrateError. */
  describe('negative evaluation', () => {
    it.each(kind('NegativeEvaluationTest').map((test) => [test['@id'], test.name, test] as const))(
      '%s %s',
      async (_, __, test) => {
        const outcome = await run(test).then(
          ({ quads }) => quads,
          (error: unknown) => error,
        );
        if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(CrateError);
      },
    );
  });
});
