import type { Fault } from './fault.ts';

/** What comes over the wire is no answer at all. */
export const TRANSPORT_FAULTS: readonly Fault[] = [
  { name: 'answers 500', send: () => page('Internal Server Error', 500) },
  { name: 'answers 503 without a word', send: () => page('', 503) },
  { name: 'answers 429', send: () => page('slow down', 429) },
  {
    name: 'limits within a 200 that is no envelope',
    send: () => page('{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'),
  },
  {
    name: 'limits within the envelope',
    send: () =>
      page('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"daily request count exceeded"}}'),
  },
  { name: 'answers with a page', send: () => page('<html>Please sign in</html>') },
  { name: 'cuts its answers short', send: (text) => page(text.slice(0, -3)) },
  { name: 'answers with nothing', send: () => page('') },
  { name: 'answers null', send: () => page('null') },
  { name: 'refuses connections', send: () => Promise.reject(new TypeError('fetch failed')) },
  {
    name: 'hangs',
    send: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
  },
];

function page(text: string, status = 200): Promise<Response> {
  return Promise.resolve(new Response(text, { status, headers: { 'content-type': 'application/json' } }));
}
