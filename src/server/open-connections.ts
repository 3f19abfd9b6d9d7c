import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The connections of a server, with the number of requests under way. `closeIdleConnections` of Node leaves those that
 * have not had a request yet: browsers open such connections in advance, and would hold up the end of a server.
 */
export class OpenConnections {
  readonly #requests = new Map<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#requests.set(socket, 0);
      socket.once('close', () => this.#requests.delete(socket));
    });
  }

  /** A request has come. It is over when its response closes. */
  begin(socket: Socket, response: ServerResponse): void {
    this.#add(socket, 1);
    response.once('close', () => this.#add(socket, -1));
  }

  /** Closes the connections without a request under way. */
  closeIdle(): void {
    for (const [socket, requests] of this.#requests) if (requests === 0) socket.destroy();
  }

  #add(socket: Socket, change: 1 | -1): void {
    const requests = this.#requests.get(socket);
    if (requests !== undefined) this.#requests.set(socket, requests + change);
  }
}
