import * as z from 'zod/mini';
import { AnnouncementPosition } from './announcements.ts';
import { WarrantyClaimState } from './orders/warranty-claims.ts';
import { endpoints } from './wire/endpoint.ts';
import { SupportMessage } from './support.ts';
import { Id, Network, Time } from './wire/values.ts';

/** Real figures: visitors online now, accounts sold since midnight in the shop's time zone, the newest orders. */
export const LiveFigures = z.object({
  online_users: z.int(),
  accounts_sold_today: z.int(),
  latest_orders: z.array(
    z.object({ order_no: z.string(), goods_id: Id, quantity: z.int(), created_at: Time }),
  ),
});
export type LiveFigures = z.infer<typeof LiveFigures>;

/** Live events by name. Each carries the new state, so the next one makes up for a missed one. */
const liveEvents = {
  figures: LiveFigures,
  balance: z.object({ balance: z.string() }),
  /** One of the user's top-ups has changed: fetch it. */
  rechargeMoved: z.object({ order_id: z.string() }),
  /** What waits below the minimum at the user's own address has changed: fetch it again. */
  smallPayment: z.object({ type: Network }),
  order: z.object({ order_no: z.string() }),
  /** Sent to its buyer and to those who decide on claims. */
  claim: z.object({ id: Id, order_no: z.string(), state: WarrantyClaimState }),
  /** The user's conversation: the number of unread answers and the new one; null if something was read. */
  support: z.object({ unread: z.int(), message: z.nullable(SupportMessage) }),
  /** How many of the user's notices are unread. */
  notices: z.object({ unread: z.int() }),
  /** Sent to admins who may read support: a user's conversation has a new message or was read. */
  conversation: z.object({ user_id: Id, unread: z.int() }),
  /** The announcements at that position have changed: fetch them again. */
  announcement: z.object({ position: AnnouncementPosition }),
  /** The session has ended or its user has changed (logout elsewhere, freeze, role): fetch the identity again. */
  session: z.object({}),
};
export type LiveEvents = { [Name in keyof typeof liveEvents]: z.infer<(typeof liveEvents)[Name]> };
export type LiveEventName = keyof LiveEvents;

export const liveEndpoints = endpoints({
  readLiveFigures: { access: 'visitor', summary: 'Figures of the home page', data: LiveFigures },
  streamLive: {
    access: 'visitor',
    summary: 'Server-sent events: shop figures for everybody, own changes for a signed-in user',
    query: z.object({ visitor: z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/))) }),
    raw: { json: false, types: ['text/event-stream'] },
    data: z.string(),
  },
});
