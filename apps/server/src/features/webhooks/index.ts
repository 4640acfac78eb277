/**
 * Owns webhooks: the endpoints of programs, their secrets, and the events that are sent to them with a log. Does not own
 * what happens: it listens to those who do.
 *
 * Invariant: an event is written in the transaction of what happened and sent at least once, or an endpoint's owner can
 * see why not; nothing is sent into the operator's network, and no event holds the text of an account.
 */
import type { Routes } from '../../platform/http/routes.ts';
import {
  listShopWebhookDeliveries,
  listWebhookDeliveries,
  resendShopWebhooks,
  resendWebhooks,
  testShopWebhook,
  testWebhook,
} from './webhook-deliveries.ts';
import { listReceivedWebhooks } from './webhook-receiver.ts';
import {
  createShopWebhook,
  createWebhook,
  deleteShopWebhook,
  deleteWebhook,
  listShopWebhooks,
  listWebhooks,
  rotateShopWebhookSecret,
  rotateWebhookSecret,
  updateShopWebhook,
  updateWebhook,
} from './write-webhook.ts';

export { sweepWebhooks } from './webhook-deliveries.ts';
export { onToldEvents as subscribeWebhooks } from './record-events.ts';
export { bindSandboxReceiver } from './webhook-receiver.ts';
export { createSendWebhooksJob } from './send-webhooks.ts';
export { SECRET_PREFIX, sign, verify } from './webhook-signatures.ts';
export { sealedWebhookSecrets } from './webhooks.sql.ts';

export const webhooksRoutes = {
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  resendWebhooks,
  testWebhook,
  listShopWebhooks,
  createShopWebhook,
  updateShopWebhook,
  deleteShopWebhook,
  rotateShopWebhookSecret,
  listShopWebhookDeliveries,
  resendShopWebhooks,
  testShopWebhook,
  listReceivedWebhooks,
} satisfies Partial<Routes>;
