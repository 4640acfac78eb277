import { formatMicro, parseMicro, type PayoutRequest } from '@portside/contract';
import fc from 'fast-check';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { createDb } from '../../platform/db/db.ts';
import { MICRO, openBalanceWorld, type BalanceWorld } from '../../testing/payouts-world.ts';
import { isOnPostgres, runsHere } from '../../testing/world.ts';
import { changeSettings } from '../settings/settings.ts';
import { cancelPayout } from './request-payout.ts';

let world: BalanceWorld;
beforeAll(async () => {
  world = await openBalanceWorld();
});
const createBuyer = () => world.createBuyer();

const at = (id: string) => ({ params: { id } });
const refused = (reason: string) => expect.objectContaining({ reason });

/** What is done with a buyer's balance, one after another; amounts in USDT. */
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('topUp' as const, 'bonus' as const, 'give' as const), n: fc.nat(60) }),
  fc.record({ do: fc.constant('buy' as const), n: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('refund' as const), n: fc.nat(10) }),
  fc.record({ do: fc.constant('debit' as const), n: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ do: fc.constant('ask' as const), n: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ do: fc.constant('reverse' as const), n: fc.nat(5) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'reject' as const, 'pay' as const), n: fc.nat(0) }),
);

/** The reversal takes a gift, and what is held was topped up by what is reversed. */
const GIFTED = [
  { do: 'topUp' as const, n: 20 },
  { do: 'give' as const, n: 20 },
  { do: 'ask' as const, n: 20 },
  { do: 'reverse' as const, n: 0 },
  { do: 'pay' as const, n: 0 },
  { do: 'reject' as const, n: 0 },
];
/** Nothing is left that the reversal could take. */
const OWING = GIFTED.filter((one) => one.do !== 'give');

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
      const topUps: { id: bigint; ownMicro: bigint }[] = [];
      let open: PayoutRequest | null = null;
      let wasReversed = false;
      let toppedUp = 0n;
      let spentNet = 0n;
      let paid = 0n;
      for (const { do: what, n } of history) {
        const micro = BigInt(n) * MICRO;
        // Some of the history is older than what is read under the lock, and some is not.
        if (n % 3 === 1) world.clock.advance(HOUR_MS + 1);
        const balance = await buyer.balance();
        if (what === 'topUp' && n > 0) {
          topUps.push({ id: await buyer.topUp(micro), ownMicro: micro });
          toppedUp += micro;
        } else if (what === 'bonus' && n > 0)
          topUps.push({ id: await buyer.topUp(micro, MICRO), ownMicro: 0n });
        else if (what === 'reverse' && topUps.length > 0) {
          const [lost] = topUps.splice(n % topUps.length, 1);
          await buyer.reverse(lost!.id);
          toppedUp -= lost!.ownMicro;
          wasReversed = true;
        } else if (what === 'give' && n > 0) await buyer.give(micro);
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
        } else if (open && what === 'pay' && paid + parseMicro(open.amount) > toppedUp) {
          await expect(world.approve(open.id, world.ann, true)).rejects.toEqual(refused('balanceTooLow'));
        } else if (open && what === 'pay') {
          // Of top-ups that are left, some may be spent; then it is refused too.
          if (wasReversed) {
            const outcome = await world.approve(open.id, world.ann, true).catch(({ reason }) => reason);
            if (outcome === 'balanceTooLow') continue;
          }
          await world.payBack(open, `history ${(names += 1)}`);
          paid += parseMicro(open.amount);
          open = null;
        }
        const held = await buyer.held();
        expect(held).toBe(open ? parseMicro(open.amount) : 0n);
        const payable = parseMicro((await buyer.read()).payable);
        // What was reversed while it was held is not paid; what was paid before is lost.
        if (payable > 0n || !wasReversed) expect(paid + held + payable).toBeLessThanOrEqual(toppedUp);
        expect(payable).toBeLessThanOrEqual(await buyer.balance());
      }
      // Whoever was given nothing, and spent nothing for good, gets all of it back.
      const wasGiven = history.some(({ do: what, n }) => (what === 'give' || what === 'bonus') && n > 0);
      if (!wasGiven && !wasReversed && orders.every(({ isRefunded }) => isRefunded))
        expect(paid + (await buyer.held()) + parseMicro((await buyer.read()).payable)).toBe(
          toppedUp - spentNet,
        );
      expect(await buyer.mismatches()).toEqual([]);
    }),
    { numRuns: runsHere(25), examples: [[GIFTED], [OWING]] },
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

test.runIf(isOnPostgres)(
  'cut off between what is recorded and what is held, nothing has happened; asked again, it happens once',
  async () => {
    const buyer = await createBuyer();
    await buyer.topUp(30n * MICRO);
    const requests = async () => (await buyer.read()).requests.length;
    const { options } = world.pool as unknown as { options: pg.PoolConfig };
    // The request is recorded, and then its amount is held; neither is committed.
    for (const table of ['payout_requests', 'ledger_movements']) {
      const pool = new pg.Pool({ ...options, application_name: 'cut', max: 1 });
      // The connection dies in use.
      pool.on('connect', (client) => void client.on('error', () => undefined));
      pool.on('error', () => undefined);
      const written = new Set<object>();
      const dying = createDb(pool).withPlugin({
        transformQuery: ({ node, queryId }) => {
          if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes(table))
            written.add(queryId);
          return node;
        },
        transformResult: async ({ result, queryId }) => {
          if (written.has(queryId))
            await world.pool.query(
              "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'",
            );
          return result;
        },
      });
      await expect(buyer.ask('20', buyer.wallet, dying, 'cut')).rejects.toThrow();
      expect(written.size).toBe(1);
      expect([await requests(), await buyer.held(), await buyer.balance()]).toEqual([0, 0n, 30n * MICRO]);
      await pool.end();
    }
    const { id } = await buyer.ask('20', buyer.wallet, undefined, 'cut');
    expect((await buyer.ask('20', buyer.wallet, undefined, 'cut')).id).toBe(id);
    expect([await requests(), await buyer.held(), await buyer.balance()]).toEqual([
      1,
      20n * MICRO,
      10n * MICRO,
    ]);
    expect(await buyer.mismatches()).toEqual([]);
  },
  60_000,
);
