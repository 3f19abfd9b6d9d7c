import { readNotebook, type NotebookOutput } from '../../../src/site/view/files/notebook.js';

function outputsOf(...outputs: object[]): readonly NotebookOutput[] {
  const cell = { cell_type: 'code', execution_count: 2, source: ['a\n', 'b'], outputs };
  const [found] = readNotebook(JSON.stringify({ nbformat: 4, cells: [cell] }))?.cells ?? [];
  return found?.kind === 'code' ? found.outputs : [];
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR42mNgwAQAABIAAZhnqO0AAAAASUVORK5CYII=';

describe('a notebook', () => {
  it('has texts, code and what was written', () => {
    const notebook = readNotebook(
      JSON.stringify({
        nbformat: 4,
        metadata: { language_info: { name: 'python' } },
        cells: [
          { cell_type: 'markdown', source: ['# A\n', 'b'] },
          { cell_type: 'code', source: 'x = 1', execution_count: null, outputs: [] },
          { cell_type: 'raw', source: 'r' },
        ],
      }),
    );
    expect(notebook).toEqual({
      language: 'python',
      page: 1,
      pages: 1,
      cells: [
        { kind: 'markdown', text: { text: '# A\nb', isCut: false } },
        { kind: 'code', text: { text: 'x = 1', isCut: false }, run: undefined, outputs: [], moreOutputs: 0 },
        { kind: 'raw', text: { text: 'r', isCut: false } },
      ],
    });
  });

  it('of nbformat 3 has its cells in worksheets', () => {
    const cells = [
      { cell_type: 'heading', source: 'A' },
      { cell_type: 'code', input: 'x', prompt_number: 4, outputs: [{ output_type: 'pyout', text: ['1'] }] },
    ];
    expect(readNotebook(JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }))?.cells).toMatchObject([
      { kind: 'markdown', text: { text: '## A' } },
      { kind: 'code', run: 4, outputs: [{ kind: 'text', text: { text: '1' } }] },
    ]);
  });

  it('shows of each output the form that is safe', () => {
    expect(
      outputsOf(
        { output_type: 'stream', text: ['a\n', 'b'] },
        { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mE\u001b[0m: v'] },
        { output_type: 'error', ename: 'E', evalue: 'v', traceback: [] },
        { output_type: 'execute_result', data: { 'text/html': '<script>', 'text/plain': 'plain' } },
        { output_type: 'display_data', data: { 'text/html': '<script>' } },
        { output_type: 'display_data', data: { 'text/markdown': '# m', 'text/plain': 'plain' } },
      ),
    ).toEqual([
      { kind: 'text', text: { text: 'a\nb', isCut: false } },
      { kind: 'error', text: { text: 'E: v', isCut: false } },
      { kind: 'error', text: { text: 'E: v', isCut: false } },
      { kind: 'text', text: { text: 'plain', isCut: false } },
      { kind: 'unshown', types: ['text/html'] },
      { kind: 'markdown', text: { text: '# m', isCut: false } },
    ]);
  });

  it('keeps the place of its pictures, and takes nothing else for one', () => {
    expect(
      outputsOf({ output_type: 'display_data', data: { 'image/png': [PNG.slice(0, 20), PNG.slice(20)] } }),
    ).toEqual([{ kind: 'picture', address: `data:image/png;base64,${PNG}`, size: { width: 2, height: 3 } }]);
    expect(outputsOf({ data: { 'image/png': '"><script>', 'text/plain': 'p' } })).toMatchObject([{ kind: 'text' }]);
    expect(outputsOf({ data: { 'image/png': 'A'.repeat(2_000_000) } })).toEqual([
      { kind: 'unshown', types: ['image/png'] },
    ]);
    const [drawing] = outputsOf({ data: { 'image/svg+xml': ['<svg onload="x">', '</svg>'] } });
    expect(drawing).toMatchObject({ kind: 'picture', address: expect.stringMatching(/^data:image\/svg\+xml;base64,/) });
  });

  it('is read one page at a time', () => {
    const cells = Array.from({ length: 120 }, (_, at) => ({ cell_type: 'raw', source: `${at}` }));
    const text = JSON.stringify({ nbformat: 4, cells });
    for (const wanted of [3, 99]) {
      const { cells: shown = [], ...place } = readNotebook(text, wanted) ?? {};
      expect(place).toMatchObject({ page: 3, pages: 3 });
      expect([shown.length, shown[0]?.text.text]).toEqual([20, '100']);
    }
  });

  it('is bounded, whatever it says', () => {
    expect(outputsOf(...Array.from({ length: 500 }, () => ({ output_type: 'stream', text: 'x' })))).toHaveLength(20);
    expect(outputsOf({ output_type: 'stream', text: 'x'.repeat(1_000_000) })).toMatchObject([
      { text: { isCut: true, text: 'x'.repeat(20_000) } },
    ]);
    const cells = Array.from({ length: 50 }, () => ({ cell_type: 'markdown', source: 'x'.repeat(10_000) }));
    const texts = readNotebook(JSON.stringify({ nbformat: 4, cells }))?.cells.map(({ text }) => text) ?? [];
    expect(texts.map(({ text }) => text.length)).toEqual(cells.map((_, at) => (at < 40 ? 10_000 : 0)));
    expect(texts.map(({ isCut }) => isCut)).toEqual(cells.map((_, at) => at >= 40));
  });

  it.each(['', '[]', '{}', '{"nbformat":"4"}', 'null'])('is not %j', (text) => {
    expect(readNotebook(text)).toBeUndefined();
  });

  it.each([
    '{"nbformat":4,"cells":5}',
    '{"nbformat":4,"cells":[null,1,{"cell_type":"code","outputs":{"a":1},"source":{"b":2}}]}',
    '{"nbformat":4,"cells":[{"cell_type":"code","outputs":[{"data":[]},{"output_type":"stream"}]}],"metadata":null}',
  ])('may be damaged: %s', (text) => {
    expect(readNotebook(text)).toMatchObject({ cells: expect.anything() });
  });
});
