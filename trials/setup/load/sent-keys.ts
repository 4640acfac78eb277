import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const SENT = 'undici:request:bodySent';

/**
 * The idempotency keys of requests whose last byte has left this process. One that was only begun is nobody's to
 * answer yet: on a busy machine a shop that was asked to stop has closed its idle connections before the first byte.
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
