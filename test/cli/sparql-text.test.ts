import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Io } from '../../src/cli/io.js';
import { sparqlText } from '../../src/cli/sparql-text.js';
import { scratch } from '../package/helpers/crate-forms.js';

const io = (chunks: Iterable<Uint8Array>) => ({ stdin: Readable.from(chunks) }) as unknown as Io;

describe('a SPARQL text', () => {
  it('comes as it is from an argument, a file or standard input', async () => {
    const query = 'ASK { ?s ?p "é\u{1F600}" }';
    const file = join(await scratch(), 'q.rq');
    await writeFile(file, query);
    const bytes = Buffer.from(query);
    const split = io([bytes.subarray(0, 14), bytes.subarray(14)]); // within a character
    expect(await sparqlText(query, undefined, io([]))).toBe(query);
    expect(await sparqlText(undefined, file, io([]))).toBe(query);
    expect(await sparqlText('-', undefined, split)).toBe(query);
    expect(await sparqlText(undefined, '-', io([bytes]))).toBe(query);
  });

  it('that is empty is refused: an update would say that it matched nothing', async () => {
    await expect(sparqlText('-', undefined, io([Buffer.from('\n')]))).rejects.toMatchObject({
      code: 'ERR_USAGE',
      message: 'the SPARQL text is empty: standard input has none',
    });
  });

  it('without end is refused', async () => {
    const chunk = new Uint8Array(1 << 24);
    const endless = function* () {
      for (;;) yield chunk;
    };
    await expect(sparqlText('-', undefined, io(endless()))).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: 'the SPARQL text: more than 256 MB',
    });
  });

  it('in a file that is missing is named', async () => {
    await expect(sparqlText(undefined, 'missing.rq', io([]))).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
      message: 'missing.rq does not exist',
    });
  });
});
