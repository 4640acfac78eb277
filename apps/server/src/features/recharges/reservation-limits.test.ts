import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createFollowedChain, setReadUntil, type FollowedChain } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { resealRecharges } from '../../testing/sealed-rows.ts';
import { createWorld } from '../../testing/world.ts';
import { readChainCursor } from '../deposits/following/chains.sql.ts';
import { recordScan } from '../deposits/following/record-scan.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { depositMatcher } from './crediting/match-deposits.ts';
import { cancelRecharge, readRecharge } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';
import { expireRecharges } from './expire-recharges.ts';
import { isReservable, TAILS } from './reserved-amounts.ts';

const AMOUNTS_OF_A_CENT = 9_000;

let keys = 0;
const ask = (ctx: Ctx, amount = '500') =>
  createRecharge(ctx, { body: { type: 'TRON', amount }, idempotencyKey: `limit ${(keys += 1)}` });

async function createShop() {
  const world = await createWorld();
  const chain = await createFollowedChain(world.ctx, 'TRON');
  const asBuyer = async (address: string): Promise<Ctx> => {
    const { actor } = await createPerson(world.ctx);
    return { ...world.ctx, actor, address };
  };
  return { ...world, chain, asBuyer };
}

const addressOf = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/** Asks and cancels until the shop says no, and answers how often it did not, and what it said. */
async function hoard(buyer: Ctx, most = 200): Promise<{ held: number; refusal: string | null }> {
  for (let held = 0; held < most; held += 1) {
    try {
      await cancelRecharge(buyer, { params: await ask(buyer) });
    } catch (error) {
      if (error instanceof Refusal) return { held, refusal: error.reason };
      throw error;
    }
  }
  return { held: most, refusal: null };
}

/** Gives a buyer this many top-ups that were paid. */
async function pay(ctx: Ctx, buyer: Ctx, count: number): Promise<void> {
  for (let paid = 0; paid < count; paid += 1) {
    const { order_id } = await ask(buyer, '20');
    await sql`update recharges set state = 'credited' where order_id = ${order_id}`.execute(ctx.db);
  }
}

/** Reserves every amount of these cents but one, for buyers whom the shop does not limit. */
async function reserveAllBut(
  ctx: Ctx,
  { chainId }: FollowedChain,
  like: { order_id: string },
  cents: number,
  free: bigint,
) {
  await sql`
    insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
      amount_micro, pay_amount_micro, idempotency_key, created_at, head_at_creation, expires_at, reserved_until)
    select 'RECH9' || lpad((${chainId}::bigint % 100000 * 100000 + tail)::text, 16, '0'), user_id, network, chain_id,
      contract_address, wallet_address,
      '0x' || lpad(to_hex(${chainId}::bigint), 32, '0') || lpad(to_hex(tail), 32, '0'),
      amount_micro + tail / 10000 * 10000, amount_micro + tail, 'bulk ' || tail, created_at, head_at_creation,
      expires_at, reserved_until
    from recharges, generate_series(1, ${cents} * 10000) as tail
    where order_id = ${like.order_id} and tail % 10 <> 0 and amount_micro + tail <> pay_amount_micro
      and amount_micro + tail <> ${free}`.execute(ctx.db);
}

const deleteBulk = (ctx: Ctx) =>
  sql`delete from recharges where idempotency_key like 'bulk %'`.execute(ctx.db);

test('a buyer who has never paid can hold few amounts, and more with each top-up that was paid', async () => {
  const { ctx, asBuyer } = await createShop();
  expect(await hoard(await asBuyer('192.0.2.1'))).toEqual({ held: 10, refusal: 'tooManyUnpaidRecharges' });
  const known = await asBuyer('192.0.2.2');
  await pay(ctx, known, 2);
  expect(await hoard(known)).toEqual({ held: 30, refusal: 'tooManyUnpaidRecharges' });
  const old = await asBuyer('192.0.2.3');
  await pay(ctx, old, 12);
  expect(await hoard(old)).toEqual({ held: 100, refusal: 'tooManyUnpaidRecharges' });
});

test('fresh accounts at one address share a limit, and buyers who paid before have none of it', async () => {
  const { ctx, clock, chain, asBuyer } = await createShop();
  const address = '2001:db8:7:8::1';
  let held = 0;
  for (let account = 0; account < 5; account += 1) held += (await hoard(await asBuyer(address))).held;
  expect(held).toBe(30);
  // The same network, by another address of its own.
  expect(await hoard(await asBuyer('2001:db8:7:8:9::1'))).toMatchObject({ held: 0 });
  expect(await hoard(await asBuyer('2001:db8:7:9::1'))).toMatchObject({ held: 10 });
  const known = await asBuyer('198.51.100.77');
  await pay(ctx, known, 1);
  expect((await ask({ ...known, address })).status).toBe('recharging');

  clock.advance(25 * 3_600_000);
  await setReadUntil(ctx, chain.chainId, clock.now());
  await sql`update chain_statuses set checked_at = ${clock.now()} where chain_id = ${chain.chainId}`.execute(
    ctx.db,
  );
  while ((await expireRecharges(ctx)).more);
  const kept = await sql<{ count: number }>`select count(*)::int as count from recharges
    where chain_id = ${chain.chainId} and not is_reserved and reserved_address is not null`.execute(ctx.db);
  expect(kept.rows).toEqual([{ count: 0 }]);
  expect(await hoard(await asBuyer(address))).toMatchObject({ held: 10 });
});

test('fresh accounts that ask at the same time from one address get no more than one after the other', async () => {
  const { asBuyer } = await createShop();
  const buyers = await Promise.all(Array.from({ length: 15 }, () => asBuyer('192.0.2.44')));
  const asked = await Promise.allSettled(buyers.flatMap((buyer) => [ask(buyer), ask(buyer), ask(buyer)]));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
});

test('one account, or many from one address, do not use up the amounts of 500 USDT', async () => {
  const { ctx, chain, asBuyer } = await createShop();
  for (let account = 0; account < 8; account += 1) await hoard(await asBuyer('203.0.113.9'));
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recharges
    where chain_id = ${chain.chainId} and is_reserved`.execute(ctx.db);
  expect(rows[0]!.count).toBeLessThanOrEqual(30);
  expect(await ask(await asBuyer('203.0.113.10'))).toMatchObject({ amount: '500', status: 'recharging' });
});

test('when all amounts of a cent are taken, the next cents are offered, and then the truth is told', async () => {
  const { ctx, chain, asBuyer } = await createShop();
  const first = await ask(await asBuyer(addressOf(1)));
  await reserveAllBut(ctx, chain, first, 1, 500_004_321n);
  expect((await ask(await asBuyer(addressOf(2)))).pay_amount).toBe('500.004321');
  const next = await ask(await asBuyer(addressOf(3)));
  expect(next.amount).toBe('500');
  expect(next.pay_amount).toMatch(/^500\.01\d{3}[1-9]$/);

  await deleteBulk(ctx);
  await sql`update recharges set is_reserved = false where chain_id = ${chain.chainId}`.execute(ctx.db);
  await reserveAllBut(ctx, chain, first, 10, 500_091_234n);
  expect((await ask(await asBuyer(addressOf(4)))).pay_amount).toBe(first.pay_amount);
  expect((await ask(await asBuyer(addressOf(5)))).pay_amount).toBe('500.091234');
  await expect(ask(await asBuyer(addressOf(6)))).rejects.toMatchObject({ reason: 'amountsTaken' });
  expect(await ask(await asBuyer(addressOf(7)), '500.1')).toMatchObject({ status: 'recharging' });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recharges
    where chain_id = ${chain.chainId} and is_reserved`.execute(ctx.db);
  expect(rows[0]!.count).toBe(10 * AMOUNTS_OF_A_CENT + 1);
  // What the tests below seal again would be these as well, one after the other.
  await deleteBulk(ctx);
});

describe('reserved amounts', () => {
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
});
