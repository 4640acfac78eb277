import { errors } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failureText } from './failures.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** The envelope and all headers, also where a call never reaches the router. */
const BODY = failureText('invalidFormat');
const HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(BODY)),
  'cache-control': 'no-store',
  connection: 'close',
};

/** Bytes that are not HTTP, a header that is too long, a request that never ends: refused on the bare connection. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // Nobody listens any more, nothing was asked, or an answer is under way that these bytes would break.
  const isAnswering = (Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined)?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0 || isAnswering) {
    socket.destroy();
    return;
  }
  const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', BODY].join('\r\n'), () => socket.destroy());
}

/** What Node itself would refuse with a bare line: an expectation that nobody can meet, a request without a host. */
export function refuseWhatNodeRefuses(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(errors.invalidFormat.status, HEADERS).end(BODY);
  });
}
