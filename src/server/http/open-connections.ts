import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Begins to answer a request. */
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A connection with its requests. */
interface Connection {
  isBusy: boolean;
  /** Requests that came before the answer to an earlier one was sent. */
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * The connections of a server. Each has one request under way: a client may send more before it has read the answer
 * (pipelining), but they wait, and nothing more is read from the connection meanwhile. So a client that reads nothing
 * costs one answer and what was read at once, however much it sends.
 */
export class OpenConnections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #answer: Listener;

  constructor(server: Server, answer: Listener) {
    this.#answer = answer;
    server.on('connection', (socket: Socket) => {
      const connection: Connection = { isBusy: false, waiting: [] };
      this.#connections.set(socket, connection);
      // Node resumes a connection after each answer.
      socket.on('resume', () => void (connection.waiting.length > 0 && socket.pause()));
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** A request has come. It is over when its response closes. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return; // it has closed meanwhile
    if (!connection.isBusy) return this.#begin(connection, request, response);
    connection.waiting.push([request, response]);
    socket.pause();
  }

  /**
   * Closes the connections without a request under way. `closeIdleConnections` of Node leaves those that have not had a
   * request yet: browsers open such connections in advance, and would hold up the end of a server.
   */
  closeIdle(): void {
    for (const [socket, { isBusy }] of this.#connections) if (!isBusy) socket.destroy();
  }

  #begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.isBusy = true;
    const { socket } = request;
    response.once('close', () => {
      connection.isBusy = false;
      if (!this.#connections.has(socket)) return; // the client has gone
      const next = connection.waiting.shift();
      if (next !== undefined) this.#begin(connection, ...next);
      if (connection.waiting.length === 0) socket.resume();
    });
    this.#answer(request, response);
  }
}
