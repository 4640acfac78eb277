import type { NumberedEvent, OpenStream, PostedEvent, HitCount } from './hub-link.ts';

/** Messages of a worker to the hub. Calls carry an id that the reply repeats. */
export type ToHub =
  | { readonly kind: 'publish'; readonly event: PostedEvent }
  | { readonly kind: 'signal'; readonly topic: string; readonly text: string }
  | { readonly kind: 'enter'; readonly callId: number; readonly stream: OpenStream }
  /** Unregisters the stream that entered by that call. */
  | { readonly kind: 'leave'; readonly entered: number }
  | { readonly kind: 'visitors'; readonly callId: number }
  | { readonly kind: 'hit'; readonly callId: number; readonly key: string; readonly windowMs: number };

/** Messages of the hub to a worker. */
export type ToWorker =
  | { readonly kind: 'event'; readonly event: NumberedEvent }
  | { readonly kind: 'signal'; readonly topic: string; readonly text: string }
  | { readonly kind: 'duty' }
  | { readonly kind: 'reply'; readonly callId: number; readonly value: HubReply };

/** To `enter` the missed events, or null; to `visitors` their number; to `hit` the count. */
export type HubReply = readonly NumberedEvent[] | number | HitCount | null;
