import type { ServerResponse } from 'node:http';
import { ContentResponse } from './content-response.js';

/**
 * Sends a response. Where its body fails, `fail` is called and the connection ends, so that the client does not take a
 * part for the whole.
 */
export async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  fail: (error: unknown) => void,
): Promise<void> {
  const headers: string[] = []; // names and values in turn: a name may come more than once
  for (const [name, value] of response.headers) headers.push(name, value);
  const content = response instanceof ContentResponse ? response.content : undefined;
  if (content !== undefined) {
    outgoing.writeHead(response.status, headers).end(content);
    return;
  }
  outgoing.writeHead(response.status, headers);
  if (response.body === null) outgoing.end();
  else await sendStream(response.body, outgoing, fail);
}

async function sendStream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  fail: (error: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  let goOn: () => void = () => undefined;
  outgoing.on('drain', () => goOn());
  // A read under way ends with `done` then.
  const stop = (): void => {
    reader.cancel().catch(() => undefined);
    goOn();
  };
  outgoing.once('close', stop);
  if (outgoing.destroyed) stop();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || outgoing.destroyed) break;
      if (!outgoing.write(value)) await new Promise<void>((resolve) => (goOn = resolve));
    }
    outgoing.end();
  } catch (error) {
    fail(error);
    outgoing.destroy();
  } finally {
    outgoing.off('close', stop);
  }
}
