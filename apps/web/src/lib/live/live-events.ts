import type { LiveEventName, LiveEvents } from '@portside/contract';
import { useEffect, useEffectEvent } from 'react';

type Handlers = { [N in LiveEventName]: Set<(event: LiveEvents[N]) => void> };

const handlers: Handlers = {
  figures: new Set(),
  balance: new Set(),
  rechargeMoved: new Set(),
  smallPayment: new Set(),
  order: new Set(),
  claim: new Set(),
  support: new Set(),
  notices: new Set(),
  conversation: new Set(),
  announcement: new Set(),
  session: new Set(),
};

export const liveEventNames = Object.keys(handlers) as LiveEventName[];

/** Passes a stream event to its handlers. */
export function announceLive<N extends LiveEventName>(name: N, event: LiveEvents[N]): void {
  for (const handler of handlers[name]) handler(event);
}

/** Subscribes to one kind of event; returns the unsubscribe function. */
export function onLive<N extends LiveEventName>(
  name: N,
  handler: (event: LiveEvents[N]) => void,
): () => void {
  handlers[name].add(handler);
  return () => handlers[name].delete(handler);
}

/** Calls the handler for each event of this name while mounted. */
export function useLiveEvent<N extends LiveEventName>(
  name: N,
  handler: (event: LiveEvents[N]) => void,
): void {
  const handle = useEffectEvent(handler);
  useEffect(() => onLive(name, (event) => handle(event)), [name]);
}
