import type { WebhookEvent, WEBHOOK_OFF_REASONS, DELIVERY_STATES } from '@portside/contract';
import type { Generated, Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import { openKeySecret } from '../api-keys/index.ts';

/** An endpoint of a program. */
type WebhooksTable = {
  id: Generated<bigint>;
  /** Null: of the shop. */
  user_id: bigint | null;
  created_by: bigint;
  url: string;
  note: string;
  events: WebhookEvent[];
  is_on: Generated<boolean>;
  /** Null while it is on. */
  off_reason: (typeof WEBHOOK_OFF_REASONS)[number] | null;
  /** Attempts that failed since the last one that did not. */
  failures: Generated<number>;
  failing_since: Date | null;
  paused_until: Date | null;
  created_at: Date;
  /** Of the key whose orders' callbacks it stands for; null for every other. */
  api_key_id: Generated<bigint | null>;
};

type WebhookSecretsTable = {
  id: Generated<bigint>;
  webhook_id: bigint;
  key_id: string;
  sealed: Buffer;
  created_at: Date;
  /** Null for the newest. */
  ends_at: Date | null;
};

/** An event that the sender has not passed on to endpoints yet. */
type WebhookEventsTable = {
  id: Generated<bigint>;
  message_id: string;
  type: WebhookEvent;
  subject: string;
  body: string;
  /** The endpoints that get it. */
  webhook_ids: bigint[];
  callback_url: string | null;
  created_at: Date;
};

/** An event for one endpoint, with its last attempt. */
type WebhookDeliveriesTable = {
  id: Generated<bigint>;
  webhook_id: bigint;
  message_id: string;
  type: string;
  subject: string;
  body: string;
  state: Generated<(typeof DELIVERY_STATES)[number]>;
  created_at: Date;
  since: Date;
  attempts: Generated<number>;
  next_at: Date;
  attempted_at: Date | null;
  status: number | null;
  answer: string | null;
  took_ms: number | null;
  failure: string | null;
  /** Of a callback; null: the endpoint's own address. */
  url: Generated<string | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    webhooks: WebhooksTable;
    webhook_secrets: WebhookSecretsTable;
    webhook_events: WebhookEventsTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** Instead of an address: the endpoint was deleted, and the sweep has not come to the end of its log. */
export const DELETED = '';

/** Instead of one: the callbacks of a key's orders go to an address each. */
export const CALLBACKS = 'callback_url';

/** A secret opens only for its own endpoint. */
export const placeOf = (webhookId: bigint): string => `webhook:${webhookId}`;

export const sealedWebhookSecrets: SealedTable = {
  name: 'webhook_secrets',
  key: ['id'],
  also: ['webhook_id'],
  place: (row) => placeOf(row['webhook_id']!),
};

/** The secrets that sign for an endpoint now, the newest first; none once the key of its callbacks has ended. */
export async function openSecrets(
  { db, keyring, clock }: Pick<Ctx, 'db' | 'keyring' | 'clock'>,
  { id: webhookId, api_key_id: keyId }: Pick<WebhookRow, 'id' | 'api_key_id'>,
): Promise<string[]> {
  if (keyId !== null) {
    const secret = await openKeySecret({ db, keyring, clock }, keyId);
    return secret === null ? [] : [secret];
  }
  const now = clock.now();
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['key_id', 'sealed'])
    .where('webhook_id', '=', webhookId)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ key_id: keyId, sealed }) => keyring.open({ keyId, sealed }, placeOf(webhookId)));
}

/** Nothing waits for an endpoint that is off: its owner asks for it again. */
export async function giveUpWaiting(db: Db, webhookId: bigint): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}
