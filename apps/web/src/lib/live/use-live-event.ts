import type { LiveEventName, LiveEvents } from '@portside/contract';
import { useEffect, useEffectEvent } from 'react';
import { onLive } from './live-events.ts';

/** Calls the handler for each event of this name while mounted. */
export function useLiveEvent<N extends LiveEventName>(
  name: N,
  handler: (event: LiveEvents[N]) => void,
): void {
  const handle = useEffectEvent(handler);
  useEffect(() => onLive(name, (event) => handle(event)), [name]);
}
