import { randomBytes, randomUUID } from 'node:crypto';
import { formatAddress, hashSignedText } from '@portside/chain';
import { token, transferEvent, treasury } from '@portside/chain/testing/fake-chain';
import { formatMicro, parseMicro, type PayoutRequest } from '@portside/contract';
import fc from 'fast-check';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createDb } from '../../platform/db/db.ts';
import { buildGoods, stockUp } from '../../testing/build.ts';
import { MICRO, openPayoutsWorld, TYPE, type PayoutsWorld } from '../../testing/payouts-world.ts';
import { createPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { isOnPostgres, runsHere } from '../../testing/world.ts';
import { approveProposal } from '../approvals/decide-proposal.ts';
import {
  findLedgerMismatches,
  postAdjustment,
  readAvailableMicro,
  recordBonus,
  recordCredit,
  recordDeposit,
  recordRedemption,
} from '../ledger/index.ts';
import { placeOrder } from '../orders/index.ts';
import { openSession } from '../sessions/open-session.ts';
import { changeSettings } from '../settings/settings.ts';
import { readStatement } from '../statements/read-statement.ts';
import {
  confirmPayoutWallet,
  createPayoutWalletText,
  readOwnBalancePayouts,
  requestBalancePayout,
} from './balance-payout.ts';
import { cancelPayout } from './request-payout.ts';

let world: PayoutsWorld;
let ctx: Ctx;
let goodsId: bigint;
beforeAll(async () => {
  world = await openPayoutsWorld();
  ({ ctx } = world);
  goodsId = await buildGoods(ctx, { price_micro: 10n * MICRO, warranty_hours: 48 });
  await stockUp(ctx, goodsId, 5_000);
  await changeSettings(world.ann.ctx, {
    balance_payouts: true,
    balance_payout_minimum: '1',
    balance_payout_maximum: '1000000',
  });
});

const at = (id: string) => ({ params: { id } });
const refused = (reason: string) => expect.objectContaining({ reason });
let references = 10n ** 13n;
const nextReference = (): bigint => (references += 1n);

/** A buyer with a wallet that tops up. */
async function createBuyer() {
  const { user, actor } = await createPerson(ctx);
  await openSession(ctx, user, { address: '203.0.113.5', userAgent: 'test' });
  const { id: sessionId } = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const own: Ctx = { ...ctx, actor: { ...actor, sessionId } };
  const key = generatePrivateKey();
  const wallet = privateKeyToAccount(key).address.toLowerCase() as Hex;
  const book = <T>(write: (step: Ctx) => Promise<T>): Promise<T> => inTransaction(ctx, write);
  const topUp = (micro: bigint, bonusMicro = 0n, from = wallet) =>
    book(async (step) => {
      const now = ctx.clock.now();
      const { id } = await step.db
        .insertInto('deposits')
        .values({
          network: TYPE,
          chain_id: 7_700_001n,
          tx_hash: `0x${randomBytes(32).toString('hex')}`,
          ordinal: 0,
          block_number: 1,
          block_hash: `0x${'11'.repeat(32)}`,
          block_time: now,
          contract_address: token,
          from_address: from,
          to_address: treasury,
          owner_id: null,
          amount_units: micro.toString(),
          amount_micro: micro,
          order_ref: null,
          state: 'credited',
          user_id: user.id,
          recorded_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordDeposit(step, { depositId: id, network: TYPE, amountMicro: micro });
      await recordCredit(step, { depositId: id, userId: user.id, amountMicro: micro });
      if (bonusMicro > 0n)
        await recordBonus(step, { depositId: id, userId: user.id, amountMicro: bonusMicro });
    });
  return {
    id: user.id,
    ctx: own,
    key,
    wallet,
    topUp,
    give: (micro: bigint) =>
      book((step) =>
        recordRedemption(step, { codeId: nextReference(), userId: user.id, amountMicro: micro }),
      ),
    adjust: (micro: bigint) =>
      book((step) =>
        postAdjustment(step, { proposalId: nextReference(), userId: user.id, amountMicro: micro }),
      ),
    buy: async (quantity = 1): Promise<string> => {
      const body = { goods_id: String(goodsId), quantity, gender: 'random' } as const;
      return (await placeOrder(own, { body, idempotencyKey: randomUUID() })).order_no;
    },
    ask: (
      amount: string,
      to: Hex = wallet,
      db = own.db,
      key_: string = randomUUID(),
    ): Promise<PayoutRequest> =>
      requestBalancePayout(
        { ...own, db },
        {
          body: { amount, type: TYPE, address: formatAddress(TYPE, to), password: TEST_PASSWORD },
          idempotencyKey: key_,
        },
      ),
    read: () => readOwnBalancePayouts(own),
    balance: () => readAvailableMicro(ctx.db, user.id),
    held: async () =>
      (
        await ctx.db
          .selectFrom('ledger_accounts')
          .select('balance_micro')
          .where('user_id', '=', user.id)
          .where('kind', '=', 'balanceReserve')
          .executeTakeFirst()
      )?.balance_micro ?? 0n,
    mismatches: async () => (await findLedgerMismatches(ctx.db)).filter(({ userId }) => userId === user.id),
  };
}

/** Waits, approves and pays, as an operator does. */
async function pay(request: PayoutRequest, name: string): Promise<string> {
  await world.approve(request.id, world.ann, true);
  world.clock.advance(25 * HOUR_MS);
  await world.start(request.id);
  const to = request.address.toLowerCase() as Hex;
  const hash = world.mine(name, transferEvent(to, parseMicro(request.amount)));
  await world.record(request.id, hash);
  await world.confirm();
  return hash;
}

test('own top-ups go back to the wallet that sent them, once somebody has looked and the time has passed', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(100n * MICRO);
  await buyer.give(40n * MICRO);
  await buyer.buy(3);
  expect(await buyer.read()).toMatchObject({
    is_on: true,
    payable: '70',
    wait_hours: 24,
    wallets: [{ address: formatAddress(TYPE, buyer.wallet), is_signed: false, payable: '70' }],
  });
  await expect(buyer.ask('70.000001')).rejects.toEqual(refused('balanceTooLow'));
  const request = await buyer.ask('60');
  expect(request).toMatchObject({ kind: 'balance', state: 'requested', amount: '60' });
  expect(await buyer.balance()).toBe(50n * MICRO);
  expect(await buyer.held()).toBe(60n * MICRO);
  await expect(buyer.ask('1')).rejects.toEqual(refused('payoutOpen'));
  // It may be an exchange's.
  await expect(world.approve(request.id)).rejects.toEqual(refused('payoutWalletUnsigned'));
  await world.approve(request.id, world.ann, true);
  await expect(world.start(request.id)).rejects.toEqual(refused('payoutWaits'));
  world.clock.advance(DAY_MS);
  await world.start(request.id);
  const hash = world.mine('back', transferEvent(buyer.wallet, 60n * MICRO));
  await world.record(request.id, hash);
  await world.confirm();
  const { requests, payable } = await buyer.read();
  expect(requests[0]).toMatchObject({ state: 'paid' });
  expect(requests[0]!.tx_hash!.toLowerCase()).toContain(hash.toLowerCase().replace('0x', ''));
  expect(payable).toBe('10');
  expect(await buyer.held()).toBe(0n);
  expect(await buyer.balance()).toBe(50n * MICRO);
  expect(await buyer.mismatches()).toEqual([]);
  const told = await ctx.db
    .selectFrom('notices')
    .select('event')
    .where('user_id', '=', buyer.id)
    .orderBy('id')
    .execute();
  expect(told.map(({ event }) => event)).toEqual(['payoutRequested', 'payoutApproved', 'payoutPaid']);
  const mails = await ctx.db
    .selectFrom('mails')
    .select('kind')
    .where('kind', 'in', ['payout-requested', 'payout-approved', 'payout-paid', 'payout-waiting'])
    .execute();
  expect(new Set(mails.map(({ kind }) => kind)).size).toBe(4);
});

test('the statement has the hash of what was paid back', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(50n * MICRO);
  const from = new Date(world.clock.now().getTime() - HOUR_MS).toISOString();
  const hash = await pay(await buyer.ask('20'), 'statement');
  const to = new Date(world.clock.now().getTime() + HOUR_MS).toISOString();
  let text = '';
  const reply = {
    header: () => reply,
    type: () => reply,
    headers: () => reply,
    send: (body: AsyncIterable<unknown> | string) => body,
  };
  const body = await readStatement(
    buyer.ctx,
    { query: { from, to, format: 'csv' } } as never,
    reply as never,
  );
  if (typeof body === 'string') text = body;
  else for await (const part of body as AsyncIterable<unknown>) text += String(part);
  expect(text.toLowerCase()).toContain(hash.toLowerCase().replace('0x', ''));
});

test('what is given back: cancelled or rejected, the amount is balance again', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(50n * MICRO);
  const first = await buyer.ask('50', buyer.wallet, undefined, 'one key');
  expect(await buyer.ask('50', buyer.wallet, undefined, 'one key')).toEqual(first);
  await expect(buyer.ask('49', buyer.wallet, undefined, 'one key')).rejects.toEqual(refused('keyReused'));
  await expect(cancelPayout((await createBuyer()).ctx, at(first.id))).rejects.toEqual(refused('notFound'));
  await cancelPayout(buyer.ctx, at(first.id));
  await cancelPayout(buyer.ctx, at(first.id));
  expect(await buyer.balance()).toBe(50n * MICRO);
  const second = await buyer.ask('50');
  await world.reject(second.id);
  expect(await buyer.balance()).toBe(50n * MICRO);
  expect((await buyer.read()).payable).toBe('50');
  expect(await buyer.held()).toBe(0n);
  expect(await buyer.mismatches()).toEqual([]);
});

test('it goes to no other wallet, unless that one signs; blocked ones get nothing', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(30n * MICRO);
  const other = generatePrivateKey();
  const address = privateKeyToAccount(other).address.toLowerCase() as Hex;
  await expect(buyer.ask('20', address)).rejects.toEqual(refused('payoutWalletUnknown'));
  const body = { type: TYPE, address: formatAddress(TYPE, address) } as const;
  const confirm = async (key: Hex, who = buyer.ctx) => {
    const { text, expires_at } = await createPayoutWalletText(who, { body });
    const signature = await sign({ hash: hashSignedText(TYPE, text), privateKey: key, to: 'hex' });
    return (as: Ctx, until = expires_at) =>
      confirmPayoutWallet(as, { body: { ...body, expires_at: until, signature } }, {});
  };
  await expect((await confirm(buyer.key))(buyer.ctx)).rejects.toEqual(refused('signerNotSender'));
  const good = await confirm(other);
  // Neither for another user, nor for another time.
  await expect(good((await createBuyer()).ctx)).rejects.toEqual(refused('signerNotSender'));
  const later = new Date(world.clock.now().getTime() + 600_000).toISOString();
  await expect(good(buyer.ctx, later)).rejects.toEqual(refused('signerNotSender'));
  const never = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  await expect(good(buyer.ctx, never)).rejects.toEqual(refused('claimTextExpired'));
  await good(buyer.ctx);
  await good(buyer.ctx);
  const { id } = await buyer.ask('20', address);
  // Signed, it needs no look; large, it needs a second person.
  expect((await world.approve(id)).payout.state).toBe('approved');
  await world.reject(id);
  await ctx.db
    .insertInto('blocked_wallets')
    .values({ network: TYPE, address, list: 'own', note: 'fraud', created_at: world.clock.now() })
    .execute();
  await expect(buyer.ask('20', address)).rejects.toEqual(refused('payoutAddressRefused'));
});

test('limits, a second person above the setting, and the switch', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(2_000n * MICRO);
  await changeSettings(world.ann.ctx, { balance_payout_maximum: '500', balance_payout_minimum: '20' });
  await expect(buyer.ask('19.99')).rejects.toEqual(refused('amountOutOfRange'));
  await expect(buyer.ask('500.01')).rejects.toEqual(refused('amountOutOfRange'));
  const request = await buyer.ask('450');
  const { proposal } = await world.approve(request.id, world.ann, true);
  await approveProposal(world.bob.ctx, BigInt(proposal!.id));
  expect((await world.stateOf(request.id)).state).toBe('approved');
  await world.reject(request.id);
  const paid = await buyer.ask('450');
  await world.approve(paid.id, world.ann, true);
  await expect(cancelPayout(buyer.ctx, at(paid.id))).resolves.toMatchObject({ state: 'cancelled' });
  await changeSettings(world.ann.ctx, { balance_payouts: false });
  await expect(buyer.ask('20')).rejects.toEqual(refused('payoutsOff'));
  expect(await buyer.read()).toMatchObject({ is_on: false, payable: '0', wallets: [] });
  await changeSettings(world.ann.ctx, {
    balance_payouts: true,
    balance_payout_maximum: '1000000',
    balance_payout_minimum: '1',
  });
});

/** What is done with a buyer's balance, one after another; amounts in USDT. */
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('topUp' as const, 'bonus' as const, 'give' as const), n: fc.nat(60) }),
  fc.record({ do: fc.constant('buy' as const), n: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('refund' as const), n: fc.nat(10) }),
  fc.record({ do: fc.constant('debit' as const), n: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ do: fc.constant('ask' as const), n: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'reject' as const, 'pay' as const), n: fc.constant(0) }),
);

test('never is more paid back than was topped up and is left, whatever happens', async () => {
  await changeSettings(world.ann.ctx, {
    payout_approval_above: '1000000',
    refund_approval_above: '1000000',
    balance_payout_wait_hours: 0,
  });
  let names = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (history) => {
      const buyer = await createBuyer();
      const orders: { no: string; isRefunded: boolean }[] = [];
      let open: PayoutRequest | null = null;
      let toppedUp = 0n;
      let spentNet = 0n;
      let paid = 0n;
      for (const { do: what, n } of history) {
        const micro = BigInt(n) * MICRO;
        const balance = await buyer.balance();
        if (what === 'topUp' && n > 0) {
          await buyer.topUp(micro);
          toppedUp += micro;
        } else if (what === 'bonus' && n > 0) await buyer.topUp(micro, MICRO);
        else if (what === 'give' && n > 0) await buyer.give(micro);
        else if (what === 'buy' && balance >= micro * 10n)
          orders.push({ no: await buyer.buy(n), isRefunded: false });
        else if (what === 'refund') {
          const order = orders[n];
          if (!order || order.isRefunded) continue;
          await world.refund(order.no);
          order.isRefunded = true;
        } else if (what === 'debit' && balance >= micro) {
          await buyer.adjust(-micro);
          spentNet += micro;
        } else if (what === 'ask') {
          const payable = parseMicro((await buyer.read()).payable);
          const asking = buyer.ask(formatMicro(micro));
          if (open) await expect(asking).rejects.toEqual(refused('payoutOpen'));
          else if (payable < micro) await expect(asking).rejects.toEqual(refused('balanceTooLow'));
          else open = await asking;
        } else if (open && what === 'cancel') {
          await cancelPayout(buyer.ctx, at(open.id));
          open = null;
        } else if (open && what === 'reject') {
          await world.reject(open.id);
          open = null;
        } else if (open && what === 'pay') {
          await pay(open, `history ${(names += 1)}`);
          paid += parseMicro(open.amount);
          open = null;
        }
        const held = await buyer.held();
        expect(held).toBe(open ? parseMicro(open.amount) : 0n);
        const payable = parseMicro((await buyer.read()).payable);
        expect(paid + held + payable).toBeLessThanOrEqual(toppedUp);
        expect(payable).toBeLessThanOrEqual(await buyer.balance());
      }
      // Whoever was given nothing, and spent nothing for good, gets all of it back.
      const wasGiven = history.some(({ do: what, n }) => (what === 'give' || what === 'bonus') && n > 0);
      if (!wasGiven && orders.every(({ isRefunded }) => isRefunded))
        expect(paid + (await buyer.held()) + parseMicro((await buyer.read()).payable)).toBe(
          toppedUp - spentNet,
        );
      expect(await buyer.mismatches()).toEqual([]);
    }),
    { numRuns: runsHere(25) },
  );
}, 180_000);

test.runIf(isOnPostgres)(
  'of requests, purchases and decisions at the same time in two processes, each happens once or not at all',
  async () => {
    const other = createDb(world.pool);
    const outcomes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
      (await Promise.allSettled(calls))
        .map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason.reason as string)))
        .toSorted((one, two) => one.localeCompare(two));
    for (let round = 0; round < 6; round += 1) {
      const buyer = await createBuyer();
      await buyer.topUp(20n * MICRO);
      expect(await outcomes([buyer.ask('15'), buyer.ask('15', buyer.wallet, other)])).toEqual([
        'done',
        'payoutOpen',
      ]);
      const [{ id }] = (await buyer.read()).requests as [PayoutRequest];
      const ends = await outcomes([
        cancelPayout(buyer.ctx, at(id)),
        cancelPayout({ ...buyer.ctx, db: other }, at(id)),
        world.reject(id),
      ]);
      expect(ends).toContain('done');
      expect(await buyer.balance()).toBe(20n * MICRO);
      const both = await outcomes([buyer.buy(1), buyer.ask('15', buyer.wallet, other)]);
      expect(both).toHaveLength(2);
      expect(both.filter((one) => one === 'done')).toHaveLength(1);
      expect(await buyer.mismatches()).toEqual([]);
    }
  },
  120_000,
);
