import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const SENT = 'undici:request:bodySent';

/**
 * The idempotency keys of requests that were sent completely. A request only begun need not be answered: on a busy
 * machine a stopping shop closes idle connections before its first byte.
 */
export function watchSentKeys(): { readonly keys: Set<string>; stop(): void } {
  const keys = new Set<string>();
  const onSent = (message: unknown): void => {
    const { headers } = (message as { request: { headers: readonly string[] } }).request;
    const at = headers.indexOf('idempotency-key');
    if (at >= 0) keys.add(headers[at + 1]!);
  };
  subscribe(SENT, onSent);
  return { keys, stop: () => void unsubscribe(SENT, onSent) };
}
