import * as z from 'zod/mini';
import { LANGUAGES } from './wire/languages.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, page, pageQuery, Time } from './wire/values.ts';
import { UserStatus } from './users.ts';

/** What happens to a user, or is done by them. Other admins' work on them is in the audit log. */
export const TIMELINE_KINDS = [
  'registered',
  'order',
  'refund',
  'claim',
  'claimSettled',
  'recharge',
  'deposit',
  'adjustment',
  'message',
  'answer',
  'note',
  'signIn',
  'change',
] as const;

export const TimelineEntry = z.object({
  kind: z.enum(TIMELINE_KINDS),
  at: Time,
  /** What it is about: an order's or a top-up's number, a deposit's id, the action of a change. */
  reference: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  /** Words of a message, a claim or a note. */
  text: z.string(),
  /** The colleague who did it; null for the user and the shop. */
  actor: z.nullable(z.string()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const OfUser = z.object({ id: Id });

export const timelinesEndpoints = endpoints({
  readUserOverview: {
    summary:
      'A user at a glance: contact, balance, level, agent and what they have bought, paid and claimed so far',
    params: OfUser,
    data: z.object({
      id: Id,
      username: z.string(),
      email: z.string(),
      status: UserStatus,
      language: z.enum(LANGUAGES),
      created_at: Time,
      balance: z.string(),
      /** What is owed after a reversed deposit. */
      debt: z.string(),
      level: z.nullable(z.string()),
      agent: z.nullable(z.object({ id: Id, name: z.string() })),
      orders: z.int(),
      accounts: z.int(),
      /** For orders, before refunds. */
      paid: z.string(),
      refunded: z.string(),
      /** Accounts that were claimed, and those of them that were replaced or refunded. */
      claimed_accounts: z.int(),
      remedied_accounts: z.int(),
      open_claims: z.int(),
      recharges: z.int(),
      credited_recharges: z.int(),
      deposited: z.string(),
      last_order_at: z.nullable(Time),
      latest_orders: z.array(
        z.object({
          order_no: z.string(),
          goods: z.string(),
          quantity: z.int(),
          amount: z.string(),
          at: Time,
        }),
      ),
      /** The conversation with support, if there is one. */
      support: z.nullable(z.object({ reference: z.string(), unread: z.int() })),
    }),
  },
  listUserTimeline: {
    summary: 'Everything about a user in one list, newest first, of the kinds that the caller may read',
    params: OfUser,
    query: z.object(pageQuery),
    data: page(TimelineEntry),
  },
});
