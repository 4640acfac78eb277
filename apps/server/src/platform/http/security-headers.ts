import helmet from 'helmet';
import type { HelmetOptions } from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { errors } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { failureText } from './failures.ts';

const OPTIONS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The kit writes style elements and attributes whose text depends on what is shown, and prerendered pages hold
      // such attributes: no list of hashes covers them, and a nonce would end caching and compressing pages beforehand.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // The pages' own policy (apps/web/public/start.js), the text editor's for what is pasted into it, and that of the
      // reference's element: only its code can use it, on its own templates and the shop's own document.
      trustedTypes: ['default', 'ProseMirrorClipboard', 'lit-html'],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // Wallets open windows of their own.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  // For the shop's own host: on a bare domain it would shut off whatever the operator serves elsewhere without HTTPS.
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
};

/**
 * The headers that every page and file carries, also an answer that no route gives: helmet's, computed once, because
 * they are the same for all.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = computeHeaders();

/** Nothing that a call answers is a page: opened as one, it loads and runs nothing. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** About windows, scripts and links of a page, which data has none of; each header costs a call's answer time. */
const OF_PAGES_ONLY: ReadonlySet<string> = new Set([
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

/** Those of a call's answer, which nobody stores unless its route says so, and no proxy rewrites. */
export const CALL_HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SECURITY_HEADERS).filter(([name]) => !OF_PAGES_ONLY.has(name))),
  'content-security-policy': NO_PAGE,
  'cache-control': 'no-store, no-transform',
};

function computeHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(OPTIONS)(request, answer, (error?: unknown) => {
    if (error !== undefined) throw new Error('the security headers are not valid', { cause: error });
  });
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** The envelope and all headers, also where a call never reaches the router. */
const BODY = failureText('invalidFormat');

const HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(BODY)),
  'cache-control': 'no-store, no-transform',
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
