import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, page, pageQuery, Time } from './wire/values.ts';

/** What buyers' endpoints can be told of. */
export const BUYER_EVENTS = [
  'order.completed',
  'order.refunded',
  'claim.settled',
  'topup.credited',
  'product.restocked',
  'product.price_changed',
  'product.withdrawn',
] as const;

/** What only the shop's own systems can be told of, beside those of all buyers. */
export const SHOP_EVENTS = [
  'deposit.unmatched',
  'claim.opened',
  'stock.low',
  'user.registered',
  'proposal.waiting',
] as const;

export type WebhookEvent = (typeof BUYER_EVENTS)[number] | (typeof SHOP_EVENTS)[number];
/** Sent by hand only. */
export const TEST_EVENT = 'webhook.test';

/** The most endpoints that a buyer has, and that the shop has. */
export const MOST_WEBHOOKS = 10;

/** `failing`: nothing was accepted for five days. `gone`: it answered that it exists no more. `owner`: by hand. */
export const WEBHOOK_OFF_REASONS = ['owner', 'failing', 'gone'] as const;

/** An endpoint of a program, to which the shop sends what happens. */
export const Webhook = z.object({
  id: Id,
  /** Empty for the callbacks of a key's orders: each delivery has its own. */
  url: z.string(),
  note: z.string(),
  events: z.array(z.string()),
  /** The key whose orders it tells of at their `callback_url`; null for every other. It ends with the key. */
  api_key: z.nullable(z.object({ id: Id, name: z.string() })),
  is_on: z.boolean(),
  /** Null while it is on. */
  off_reason: z.nullable(z.enum(WEBHOOK_OFF_REASONS)),
  /** Since when nothing was accepted; null if the last event was, or there was none. */
  failing_since: z.nullable(Time),
  /** Until when signatures of the secret before are sent too; null without one. */
  former_secret_until: z.nullable(Time),
  created_at: Time,
});
export type Webhook = z.infer<typeof Webhook>;

/** `waiting`: not accepted yet. `failed`: given up after three days, or as its endpoint was switched off. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** An event for one endpoint, with the last attempt to send it. */
export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id` of all its attempts. */
  message_id: z.string(),
  type: z.string(),
  /** Where it is sent. */
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** What is sent, byte for byte. */
  body: z.string(),
  created_at: Time,
  attempts: z.int(),
  attempted_at: z.nullable(Time),
  /** Of the last attempt: the HTTP status, the beginning of the answer, milliseconds, and why there was no answer. */
  status: z.nullable(z.int()),
  answer: z.nullable(z.string()),
  took_ms: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  /** Null unless it waits. */
  next_at: z.nullable(Time),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Url = line(500, 1);
const WebhookId = z.object({ id: Id });
const NewWebhook = z.object({
  url: Url,
  note: z.optional(line(100)),
  events: z.array(z.enum([...BUYER_EVENTS, ...SHOP_EVENTS])).check(z.minLength(1), z.maxLength(20)),
});

const WithSecret = z.object({
  webhook: Webhook,
  /** `whsec_…`: shown this once. */
  secret: z.string(),
});

const calls = {
  list: {
    data: z.object({
      items: z.array(Webhook),
      /** What they can be told of. */
      events: z.array(z.string()),
      most: z.int(),
      /** In a sandbox: an address that shows what arrives there. */
      sandbox_receiver: z.nullable(z.string()),
    }),
  },
  create: { freshCode: true, body: NewWebhook, data: WithSecret },
  update: {
    freshCode: true,
    params: WebhookId,
    body: z.extend(NewWebhook, { is_on: z.boolean() }),
    data: Webhook,
  },
  delete: { freshCode: true, params: WebhookId, data: z.null() },
  rotate: { freshCode: true, params: WebhookId, data: WithSecret },
  listDeliveries: {
    params: WebhookId,
    query: z.object({ ...pageQuery, state: z.optional(z.enum(DELIVERY_STATES)) }),
    data: page(WebhookDelivery),
  },
  resend: {
    freshCode: true,
    params: WebhookId,
    body: z.object({
      /** This one; */
      delivery_id: z.optional(Id),
      /** or all that were not accepted since then. */
      since: z.optional(Time),
    }),
    data: z.object({ deliveries: z.int() }),
  },
  test: { freshCode: true, params: WebhookId, data: z.object({ message_id: z.string() }) },
} as const;

export const webhooksEndpoints = endpoints({
  listWebhooks: { access: 'user', ...calls.list, summary: "The caller's webhook endpoints" },
  createWebhook: {
    access: 'user',
    ...calls.create,
    summary: 'Have events sent to an https address. Answers with the secret that signs them, once',
  },
  updateWebhook: {
    access: 'user',
    ...calls.update,
    summary: 'Change the address and the events of an endpoint, or switch it on or off',
  },
  deleteWebhook: { access: 'user', ...calls.delete, summary: 'Delete an endpoint and its log' },
  rotateWebhookSecret: {
    access: 'user',
    ...calls.rotate,
    summary: "Replace an endpoint's secret. For 24 hours, events carry signatures of both",
  },
  listWebhookDeliveries: {
    access: 'user',
    ...calls.listDeliveries,
    summary: 'What was sent to an endpoint in the last 30 days, and what it answered, newest first',
  },
  resendWebhooks: {
    access: 'user',
    ...calls.resend,
    summary: 'Send an event again, or all that were not accepted since a time, each under its first id',
  },
  testWebhook: { access: 'user', perMinute: 30, ...calls.test, summary: 'Send an endpoint a test event' },

  listShopWebhooks: { ...calls.list, summary: "Webhook endpoints of the shop's own systems" },
  createShopWebhook: {
    ...calls.create,
    summary:
      "Have events of the whole shop sent to a system of the operator's. Answers with the secret, once",
  },
  updateShopWebhook: { ...calls.update, summary: 'Change such an endpoint, or switch it on or off' },
  deleteShopWebhook: { ...calls.delete, summary: 'Delete such an endpoint and its log' },
  rotateShopWebhookSecret: { ...calls.rotate, summary: "Replace such an endpoint's secret" },
  listShopWebhookDeliveries: {
    ...calls.listDeliveries,
    summary: 'What was sent to such an endpoint in the last 30 days, newest first',
  },
  resendShopWebhooks: {
    ...calls.resend,
    summary: 'Send an event to such an endpoint again, or all that were not accepted since a time',
  },
  testShopWebhook: { perMinute: 30, ...calls.test, summary: 'Send such an endpoint a test event' },

  listReceivedWebhooks: {
    access: 'user',
    summary: "What the sandbox's receiver got from the caller's endpoints, newest first",
    query: z.object(pageQuery),
    data: page(
      z.object({
        message_id: z.string(),
        type: z.string(),
        body: z.string(),
        /** Whether a secret of the endpoint signed it, and its timestamp is of these five minutes. */
        is_genuine: z.boolean(),
        received_at: Time,
      }),
    ),
  },
});
