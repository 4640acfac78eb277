import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Recharge } from './recharges.ts';
import { LiveFigures } from './statistics.ts';

/** Events of the stream, by name. Each carries the new state, so that a missed one is mended by the next. */
export const liveEvents = {
  figures: LiveFigures,
  balance: z.object({ balance: z.string() }),
  recharge: Recharge,
  order: z.object({ order_no: z.string() }),
  /** The session ended (logout elsewhere, freeze): ask again who is signed in. */
  session: z.object({}),
};
export type LiveEvents = { [Name in keyof typeof liveEvents]: z.infer<(typeof liveEvents)[Name]> };
export type LiveEventName = keyof LiveEvents;

export const liveEndpoints = endpoints({
  streamLive: {
    access: 'visitor',
    summary: 'Server-sent events: shop figures for everybody, own changes for a signed-in user',
    query: z.object({ visitor: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/))) }),
    raw: { json: false, types: ['text/event-stream'] },
    data: z.string(),
  },
});
