import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { KnownHosts } from './known-hosts.js';
import { plainAnswer } from './plain-answer.js';
import { ContentResponse } from './content-response.js';

/** What a listener answers with. */
export interface Answering {
  /** Answers a request; undefined until there is something to serve: clients are asked to come back. */
  handler?: ((request: Request) => Promise<Response>) | undefined;
  /** The hosts that are answered; undefined for all. */
  hosts?: KnownHosts | undefined;
  /** Called with what the handler throws, and with what fails while its answer is sent. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Makes requests of the web standard from those of Node, and sends the answers to them. */
export function requestListener(answering: Answering): (request: IncomingMessage, response: ServerResponse) => void {
  const fault = (error: unknown) => answering.onFault?.(error);
  const starting = () => plainAnswer(503, 'The server is starting.', { 'retry-after': '1' });
  // The adapter makes the requests; it would send a response through a stream, and the text of an error as its content.
  const answer = async (request: Request, outgoing: ServerResponse): Promise<Response> => {
    const response = await (answering.handler?.(request) ?? starting());
    await sendResponse(response, outgoing, (error) => {
      if (!request.signal.aborted) fault(error);
    });
    return RESPONSE_ALREADY_SENT;
  };
  const listener = getRequestListener((request, { outgoing }) => answer(request, outgoing as ServerResponse), {
    overrideGlobalObjects: false,
    hostname: 'localhost', // of a client that names none, as HTTP/1.0 allows
    errorHandler: (error) => {
      if (error instanceof RequestError) return plainAnswer(400, 'Bad Request');
      fault(error);
      return plainAnswer(500, 'Internal Server Error');
    },
  });
  return (request, response) => {
    const refusal = answering.hosts?.refusal(request);
    if (refusal === undefined) void listener(request, response);
    else void sendResponse(refusal, response, fault);
  };
}

/**
 * Sends a response. Where its body fails, `fail` is called and the connection ends, so that the client does not take a
 * part for the whole.
 */
async function sendResponse(
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
