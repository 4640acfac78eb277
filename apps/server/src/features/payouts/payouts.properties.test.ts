import { parseMicro } from '@portside/contract';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import {
  MICRO,
  openPayoutsWorld,
  paymentOf,
  WARRANTY_MS,
  type PayoutsWorld,
} from '../../testing/payouts-world.ts';
import { isOnPostgres, runsHere } from '../../testing/world.ts';
import { changeSettings } from '../settings/settings.ts';
import { cancelPayout, readOwnPayouts } from './request-payout.ts';

let world: PayoutsWorld;
beforeAll(async () => {
  world = await openPayoutsWorld();
});

const at = (id: string) => ({ params: { id } });
const refused = (reason: string) => expect.objectContaining({ reason });

/** What is done with an agent, one after another. */
const step = fc.oneof(
  fc.record({ do: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('ask' as const), micro: fc.bigInt(10n * MICRO, 60n * MICRO) }),
  fc.record({ do: fc.constant('byHand' as const), micro: fc.bigInt(1n, 20n * MICRO) }),
  fc.record({
    do: fc.constantFrom('approve' as const, 'cancel' as const, 'reject' as const, 'pay' as const),
  }),
);

test('what was earned and not taken back is held, free, requested and paid, whatever happens', async () => {
  await changeSettings(world.ann.ctx, { payout_approval_above: '1000000' });
  let hashes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (history) => {
      const agent = await world.hire();
      const orders: { no: string; micro: bigint; until: number; isRefunded: boolean }[] = [];
      let open: { id: string; micro: bigint; isApproved: boolean } | null = null;
      let paid = 0n;
      const now = () => world.clock.now().getTime();
      const sum = (some: readonly { micro: bigint }[]) => some.reduce((all, { micro }) => all + micro, 0n);
      const tell = () => {
        const kept = orders.filter(({ isRefunded }) => !isRefunded);
        const held = sum(kept.filter(({ until }) => until > now()));
        const requested = open?.micro ?? 0n;
        return { held, requested, paid, free: sum(kept) - requested - paid - held };
      };
      for (const one of history) {
        const { free, held } = tell();
        if (one.do === 'wait') world.clock.advance(one.hours * HOUR_MS);
        else if (one.do === 'sell') {
          const until = now() + WARRANTY_MS;
          const micro = BigInt(one.quantity) * 10n * MICRO;
          orders.push({ no: await agent.sell(one.quantity), micro, until, isRefunded: false });
        } else if (one.do === 'refund') {
          const order = orders[one.which];
          if (!order || order.isRefunded) continue;
          await world.refund(order.no);
          order.isRefunded = true;
        } else if (one.do === 'ask') {
          const amount = (Number(one.micro) / 1e6).toFixed(6);
          const asking = agent.ask(amount);
          if (open === null && free >= one.micro)
            open = { id: (await asking).id, micro: one.micro, isApproved: false };
          else await expect(asking).rejects.toEqual(refused(open ? 'payoutOpen' : 'balanceTooLow'));
        } else if (one.do === 'byHand') {
          const paying = world.payByHand(agent, (Number(one.micro) / 1e6).toFixed(6));
          if (free + held >= one.micro) await paying.then(() => (paid += one.micro));
          else await expect(paying).rejects.toEqual(refused('balanceTooLow'));
        } else if (open === null) continue;
        else if (one.do === 'approve') {
          await world.approve(open.id);
          open.isApproved = true;
        } else if (one.do === 'cancel') {
          const cancelling = cancelPayout(agent.ctx, at(open.id));
          if (open.isApproved) await expect(cancelling).rejects.toEqual(refused('payoutSettled'));
          else await cancelling.then(() => (open = null));
        } else if (one.do === 'reject') {
          await world.reject(open.id);
          open = null;
        } else if (open.isApproved) {
          await world.start(open.id);
          await world.record(open.id, world.mine(`history ${(hashes += 1)}`, paymentOf(agent, open.micro)));
          await world.confirm();
          paid += open.micro;
          open = null;
        }
      }
      const told = await agent.figures();
      const read = (name: 'held' | 'free' | 'requested' | 'paid') => parseSigned(told[name]);
      expect({
        held: read('held'),
        free: read('free'),
        requested: read('requested'),
        paid: read('paid'),
      }).toEqual(tell());
      expect(parseSigned(told.earned) - parseSigned(told.taken_back)).toBe(
        read('held') + read('free') + read('requested') + read('paid'),
      );
      expect(await world.mismatches(agent)).toEqual([]);
    }),
    { numRuns: runsHere(30) },
  );
}, 120_000);

const parseSigned = (text: string): bigint =>
  text.startsWith('-') ? -parseMicro(text.slice(1)) : parseMicro(text);

const outcomes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls))
    .map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason.reason as string)))
    .toSorted((one, other) => one.localeCompare(other));

test.runIf(isOnPostgres)(
  'of what happens at the same time, one thing happens',
  async () => {
    for (let round = 0; round < 8; round += 1) {
      const agent = await world.hire();
      await agent.earn(5);
      expect(await outcomes([agent.ask('40'), agent.ask('40')])).toEqual(['done', 'payoutOpen']);
      const { requests } = await readOwnPayouts(agent.ctx);
      const { id } = requests[0]!;
      // Only 10 is left: by hand, or by nothing.
      const byHand = () => world.payByHand(agent, '10');
      expect(await outcomes([byHand(), byHand()])).toEqual(['balanceTooLow', 'done']);
      const decided = await outcomes([cancelPayout(agent.ctx, at(id)), world.approve(id)]);
      // Approved first, it may be cancelled all the same.
      expect(decided).toContain('done');
      const { state } = await world.stateOf(id);
      if (state === 'cancelled') continue;
      expect(await outcomes([world.start(id), world.start(id)])).toEqual(['done', 'payoutBegun']);
      await world.record(id, world.mine(`race ${round} ${agent.id}`, paymentOf(agent, 40n * MICRO)));
      await Promise.all([world.confirm(), world.confirm(), world.reject(id).catch(() => null)]);
      expect(await agent.figures()).toMatchObject({ paid: '50', requested: '0', free: '0' });
      expect(await world.mismatches(agent)).toEqual([]);
    }
    const pair = [await world.hire(), await world.hire()];
    const ids: string[] = [];
    for (const agent of pair) {
      await agent.earn(1);
      const { id } = await agent.ask('10');
      await world.approve(id);
      ids.push(id);
    }
    const hash = '3'.repeat(64);
    expect(await outcomes(ids.map((id) => world.record(id, hash)))).toEqual(['done', 'transactionUsed']);
  },
  120_000,
);
