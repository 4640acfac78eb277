import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { mailRenderers } from '../../../compose/compose.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { MailRenderers, Mailer } from '../../../platform/mail/mailer.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { sendDueMails } from '../../../platform/mail/send-due-mails.ts';
import { randomHex } from '../../../testing/followed-chain.ts';
import { forgetMethods } from '../../../testing/sealed-rows.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { setPaymentMethod } from '../../payment-methods/index.ts';
import { notifyAddressChanges } from './address-changes.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';

const type = 'TRON';
const [token, wallet, first, second] = [randomHex(20), randomHex(20), randomHex(20), randomHex(20)];

let world: World;
let ctx: Ctx;
let chainId: number;
beforeEach(async () => {
  world = await createWorld();
  ctx = world.ctx;
  await forgetMethods(ctx);
  await ctx.db.deleteFrom('mails').execute();
  chainId = randomInt(8_000_000, 900_000_000) + 1_000_000_000;
});

const use = (factoryAddress: Hex): Promise<void> =>
  setPaymentMethod(ctx, {
    type,
    chainId,
    contractAddress: token,
    walletAddress: wallet,
    checkoutAddress: null,
    factoryAddress,
    nodesOnLoopback: true,
  });

async function tell(): Promise<void> {
  while ((await notifyAddressChanges(ctx)).more);
}

const mailerTo = (recipients: string[]): Mailer => ({
  send: async ({ to }) => void recipients.push(to),
});

/** Rows only: that many buyers with an address of the first factory. */
async function createCrowd(count: number): Promise<void> {
  const name = randomBytes(4).toString('hex');
  await sql`
    with people as (
      insert into users (username, username_key, email, email_key, password_hash, language, created_at)
      select ${name} || n, ${name} || n, ${name} || n || '@example.com', ${name} || n || '@example.com',
        'none', 'en', ${ctx.clock.now()}::timestamptz
      from generate_series(1, ${count}::int) as n returning id)
    insert into deposit_addresses
      (user_id, network, chain_id, factory_address, salt, address, created_at, opened_at)
    select id, ${type}, ${chainId}, ${first}, '0x' || lpad(to_hex(id), 64, '0'),
      '0x' || ${name} || lpad(to_hex(id), 32, '0'), ${ctx.clock.now()}, ${ctx.clock.now()} from people`.execute(
    ctx.db,
  );
}

/** Marks all queued mails as sent, and returns their recipients. */
async function takeAllQueued(): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    update mails set state = 'sent' where state = 'queued' returning recipient`.execute(ctx.db);
  return rows.map(({ recipient }) => recipient);
}

test('many buyers are notified in portions, each once, by processes that run and die at the same time', async () => {
  await use(first);
  await createCrowd(1_200);
  await use(second);
  const runs = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      if (index % 2 === 0) return notifyAddressChanges(ctx);
      const dies = inTransaction(ctx, async (step) => {
        await notifyAddressChanges(step);
        throw new Error('killed');
      });
      return dies.catch(() => ({ more: true }));
    }),
  );
  expect(runs.some(({ more }) => more)).toBe(true);
  await tell();
  const count = async (what: 'address_notices' | 'mails') => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(what)} where ${
        what === 'mails' ? sql`bulk` : sql`chain_id = ${chainId}`
      }`.execute(ctx.db);
    return rows[0]!.count;
  };
  expect(await count('address_notices')).toBe(1_200);
  // As many as may wait at a time, and no more by another process at the same moment than that again.
  expect(await count('mails')).toBeLessThanOrEqual(300);
  const recipients: string[] = [];
  for (let sent = -1; sent < recipients.length;) {
    sent = recipients.length;
    recipients.push(...(await takeAllQueued()));
    await Promise.all([notifyAddressChanges(ctx), notifyAddressChanges(ctx)]);
  }
  expect(recipients).toHaveLength(1_200);
  expect(new Set(recipients).size).toBe(1_200);
});

test('an e-mail that a person waits for is never behind those to everyone', async () => {
  await use(first);
  await createCrowd(60);
  await use(second);
  await tell();
  const order = { kind: 'order', reference: 1n, recipient: 'waits@example.com' };
  world.clock.advance(MINUTE_MS);
  await queueMails(ctx.db, [order], ctx.clock.now());
  const message = { subject: 'order', text: '', html: '' };
  const renderers: MailRenderers = new Map(mailRenderers).set('order', async () => message);
  const sent: string[] = [];
  await sendDueMails(ctx, renderers, mailerTo(sent));
  expect(sent).toEqual(['waits@example.com']);
});
