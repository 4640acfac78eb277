import type { NumberedEvent, OpenStream, PostedEvent, Tries } from './hub-link.ts';

/** What a worker tells the hub. Asked ones carry a number that the answer repeats. */
export type ToHub =
  | { readonly kind: 'publish'; readonly event: PostedEvent }
  | { readonly kind: 'signal'; readonly topic: string; readonly text: string }
  | { readonly kind: 'enter'; readonly ask: number; readonly stream: OpenStream }
  /** The stream that entered under that number. */
  | { readonly kind: 'leave'; readonly entered: number }
  | { readonly kind: 'visitors'; readonly ask: number }
  | { readonly kind: 'hit'; readonly ask: number; readonly key: string; readonly windowMs: number };

/** What the hub tells a worker. */
export type ToWorker =
  | { readonly kind: 'event'; readonly event: NumberedEvent }
  | { readonly kind: 'signal'; readonly topic: string; readonly text: string }
  | { readonly kind: 'duty' }
  | { readonly kind: 'answer'; readonly ask: number; readonly value: Answer };

/** To `enter` what was missed, or null; to `visitors` their number; to `hit` the tries. */
export type Answer = readonly NumberedEvent[] | number | Tries | null;
