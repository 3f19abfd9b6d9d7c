import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server, with the responses under way. `closeIdleConnections` of Node leaves those that have not had
 * a request yet: browsers open such connections in advance, and would hold up the end of a server.
 */
export class OpenConnections {
  readonly #responses = new Map<Socket, Set<ServerResponse>>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      const responses = new Set<ServerResponse>();
      this.#responses.set(socket, responses);
      socket.once('close', () => {
        this.#responses.delete(socket);
        for (const response of responses) if (response.socket === null) endQueued(response);
      });
    });
  }

  /** A request has come. It is over when its response closes. */
  begin(socket: Socket, response: ServerResponse): void {
    const responses = this.#responses.get(socket);
    if (responses === undefined) return;
    responses.add(response);
    response.once('close', () => responses.delete(response));
  }

  /** Closes the connections without a request under way. */
  closeIdle(): void {
    for (const [socket, { size }] of this.#responses) if (size === 0) socket.destroy();
  }
}

/**
 * A client may send requests before it has the answers. Node closes only the response that is being sent when the client
 * goes away: those behind it would keep their files and results forever.
 */
function endQueued(response: ServerResponse): void {
  response.destroy();
  response.emit('close');
}
