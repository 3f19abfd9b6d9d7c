import { ContentResponse, standardResponse } from '../../../src/server/http/content-response.js';
import { listen } from '../../../src/server/node-server.js';
import { raw } from '../helpers/raw-request.js';

const HEADERS = { 'content-type': 'application/json', 'x-more': 'yes' };
const bytes = () => new TextEncoder().encode('{"one":"é"}');

/** Both classes, so that what is asked of one is asked of the other. */
const BOTH = [
  ['the standard class', () => new Response(bytes(), { status: 201, headers: HEADERS })],
  ['content in memory', () => new ContentResponse(bytes(), { status: 201, headers: HEADERS })],
  [
    'content in memory, for any host',
    () => standardResponse(new ContentResponse(bytes(), { status: 201, headers: HEADERS })),
  ],
  ['text in memory', () => new ContentResponse('{"one":"é"}', { status: 201, headers: HEADERS })],
] as const;

describe.each(BOTH)('a response (%s)', (kind, response) => {
  const isChunked = kind === BOTH[0][0]; // no more than its stream is known
  it('is read in every way of the standard', async () => {
    expect(await response().text()).toBe('{"one":"é"}');
    expect(await response().json()).toEqual({ one: 'é' });
    expect(new Uint8Array(await response().arrayBuffer())).toEqual(bytes());
    const blob = await response().blob();
    expect([blob.type, blob.size]).toEqual(['application/json', 12]);
    expect(await new Response(response().body).text()).toBe('{"one":"é"}');
    await expect(response().formData()).rejects.toMatchObject({ name: 'TypeError' });
  });

  it('is read once', async () => {
    const one = response();
    expect(one.bodyUsed).toBe(false);
    await one.text();
    expect(one.bodyUsed).toBe(true);
    await expect(one.text()).rejects.toMatchObject({ name: 'TypeError' });
    expect(() => one.clone()).toThrow();
  });

  it('has copies', async () => {
    const one = response();
    const copy = one.clone();
    expect([copy.status, copy.headers.get('x-more')]).toEqual([201, 'yes']);
    expect(await Promise.all([one.text(), copy.text()])).toEqual(['{"one":"é"}', '{"one":"é"}']);
    const other = response();
    expect(await new Response(other.body, other).text()).toBe('{"one":"é"}');
  });

  it('is sent with its length', async () => {
    const server = await listen();
    server.answerWith(async () => response());
    const { status, headers, body } = await raw(server.address, '/');
    await server.stop();
    expect([status, body.toString(), headers['x-more']]).toEqual([201, '{"one":"é"}', 'yes']);
    expect(headers['content-length'] ?? headers['transfer-encoding']).toBe(isChunked ? 'chunked' : '12');
  });
});

describe('a response that is sent', () => {
  const sent = async (response: Response) => {
    const faults: unknown[] = [];
    const server = await listen({ onFault: (error) => void faults.push(error) });
    server.answerWith(async () => response);
    const answer = await raw(server.address, '/').catch((error: NodeJS.ErrnoException) => error.code);
    await server.stop();
    return { answer, faults };
  };

  it('may have several headers of one name', async () => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const { answer } = await sent(new Response(null, { headers }));
    expect(answer).toMatchObject({ status: 200, headers: { 'set-cookie': ['a=1', 'b=2'] } });
  });

  it('ends the connection where its stream fails, and says so to the server alone', async () => {
    let turn = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if ((turn += 1) === 1) controller.enqueue(bytes());
        else controller.error(new Error('SECRET'));
      },
    });
    const { answer, faults } = await sent(new Response(body));
    expect(answer).toBe('ECONNRESET');
    expect(faults).toEqual([new Error('SECRET')]);
  });

  it('is cancelled when the client goes away while the stream waits', async () => {
    let cancelled: (value: unknown) => void;
    const end = new Promise((resolve) => (cancelled = resolve));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes()),
      cancel: () => cancelled('cancelled'),
    });
    const server = await listen();
    server.answerWith(async () => new Response(body));
    const client = new AbortController();
    const answer = await fetch(server.address, { signal: client.signal });
    await answer.body?.getReader().read();
    client.abort();
    expect(await end).toBe('cancelled');
    await server.stop();
  });
});
