import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { createFollowedChain, type FollowedChain } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { resealRecharges } from '../../testing/sealed-rows.ts';
import { createWorld } from '../../testing/world.ts';
import { readChainCursor } from '../deposits/following/chains.sql.ts';
import { recordScan } from '../deposits/following/record-scan.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { isReservable, TAILS } from './reserved-amounts.ts';
import { cancelRecharge, readRecharge } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';
import { depositMatcher } from './crediting/match-deposits.ts';

let keys = 0;
const ask = (ctx: Ctx, amount = '10') =>
  createRecharge(ctx, { body: { type: 'TRON', amount }, idempotencyKey: `amount ${(keys += 1)}` });

async function createShop() {
  const { ctx } = await createWorld();
  const chain = await createFollowedChain(ctx, 'TRON');
  const asBuyer = async () => {
    const { user, actor } = await createPerson(ctx);
    return { ctx: { ...ctx, actor }, balance: () => readAvailableMicro(ctx.db, user.id) };
  };
  return { ctx, chain, asBuyer };
}

/** As an older version of the shop reserved it. */
const setAmount = async (ctx: Ctx, { order_id }: { order_id: string }, micro: bigint) => {
  await sql`update recharges set pay_amount_micro = ${micro} where order_id = ${order_id}`.execute(ctx.db);
  await resealRecharges(ctx);
};

let blocks = 0;
/** A final transfer of that amount to the shop's wallet, from an exchange. */
async function receive(ctx: Ctx, { chainId, wallet, token }: FollowedChain, amountMicro: bigint) {
  const from = (await readChainCursor(ctx.db, chainId))!;
  const number = from.number + 1 + (blocks += 1);
  const block = (of: number) => `0x${of.toString(16).padStart(64, '0')}` as const;
  const time = Math.floor(ctx.clock.now().getTime() / 1000);
  const transfer = {
    txHash: block(number + 1_000_000),
    ordinal: 0,
    blockNumber: number,
    blockHash: block(number),
    blockTime: time,
    from: `0x${'ec'.repeat(20)}` as const,
    to: wallet,
    amountUnits: amountMicro,
    amountMicro,
    orderRef: null,
  };
  await recordScan(
    ctx,
    { chainId, token, network: 'TRON' },
    from,
    {
      kind: 'scanned',
      head: number,
      final: number,
      pendingProblem: null,
      pending: [],
      cursor: { number, hash: block(number), time },
      transfers: [transfer],
      quarantined: [],
      caughtUp: true,
    },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  return ctx.db
    .selectFrom('deposits')
    .select('state')
    .where('tx_hash', '=', transfer.txHash)
    .executeTakeFirstOrThrow();
}

test('no reserved amount, cut or rounded to fewer decimals, is an amount that can be reserved', () => {
  // In micro-USDT; up to two decimals, so the tails begin at the third.
  const bases = [0, 1, 9, 10, 99, 100, 101, 999, 1_000, 50_000, 4_999_999].map((cents) => cents * 10_000);
  const found: string[] = [];
  for (const base of bases) {
    for (const tail of TAILS) {
      const amount = base + tail;
      for (const step of [10, 100, 1_000, 10_000]) {
        const cut = amount - (amount % step);
        for (const result of [cut, cut + step, Math.round(amount / step) * step]) {
          if (result === amount || isReservable(BigInt(result)))
            found.push(`${amount} by ${step}: ${result}`);
        }
      }
    }
  }
  expect(found).toEqual([]);
  expect(TAILS).toHaveLength(9_000);
  expect(TAILS.every((tail) => tail >= 1 && tail <= 9_999 && isReservable(BigInt(tail)))).toBe(true);
});

test('whoever asks again and again gets no amount that a rounded payment could have', async () => {
  const { asBuyer } = await createShop();
  const amounts: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const thief = (await asBuyer()).ctx;
    const own = { ...thief, address: `198.51.100.${round}` };
    for (let count = 0; count < 8; count += 1) {
      const recharge = await ask(own);
      amounts.push(recharge.pay_amount);
      await cancelRecharge(own, { params: recharge });
    }
  }
  // Six decimals, none of which is a trailing zero that the wire leaves out.
  expect(amounts.filter((amount) => !/^10\.\d{5}[1-9]$/.test(amount))).toEqual([]);
});

test("a payment that an exchange cut is never credited to a stranger's old cancelled amount", async () => {
  const { ctx, chain, asBuyer } = await createShop();
  const [thief, victim] = [await asBuyer(), await asBuyer()];
  const held = await ask(thief.ctx, '500');
  await cancelRecharge(thief.ctx, { params: held });
  await setAmount(ctx, held, 500_001_230n);
  const recharge = await ask(victim.ctx, '500');
  await setAmount(ctx, recharge, 500_001_234n);

  expect(await receive(ctx, chain, 500_001_230n)).toEqual({ state: 'unmatched' });
  expect(await thief.balance()).toBe(0n);
  expect((await readRecharge(thief.ctx, { params: held })).status).toBe('failed');
});
