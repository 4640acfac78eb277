import { resealMethods } from '../../../testing/sealed-rows.ts';
import { sql } from 'kysely';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { createOwner } from '../../../testing/people.ts';
import { createRecharge } from '../../recharges/create-recharge.ts';
import { transaction } from '../../../platform/db/db.ts';
import { isOnPostgres, networksHere } from '../../../testing/world.ts';
import { upsertDepositClaim } from '../deposit-claims/deposit-claims.sql.ts';
import { readChainCursor, shareCursorLock } from './chains.sql.ts';
import { rescanChain } from './rescan-chain.ts';
import { depositMatcher } from '../../recharges/index.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

describe.for(networksHere)('on %s', (network) => {
  beforeEach(async () => {
    world = await createChainWorld(chains, [network]);
  });

  const rescan = async (fromBlock: number) =>
    rescanChain(
      { ...world.ctx, actor: (await createOwner(world.ctx)).actor },
      { body: { type: network, from_block: fromBlock, reason: 'a node was wrong' } },
      { chains: { [network]: { nodes: [nodeOf(chains, network)], quorum: 1 } }, matcher: depositMatcher },
    );
  const newestDeposit = () =>
    world.ctx.db
      .selectFrom('deposits')
      .select(['state', 'held_reason'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const cursor = () => readChainCursor(world.ctx.db, BigInt(chains.chains[network].chainId));

  test('a payment that was missed is found and credited once; the follower stays where it is', async () => {
    // The shop's for longer than a block's whole second can tell.
    const since = new Date(Date.now() - 60_000);
    await world.ctx.db.updateTable('payment_methods').set({ created_at: since }).execute();
    await resealMethods(world.ctx);
    const buyer = await world.createBuyer();
    const recharge = await createRecharge(buyer.ctx, {
      body: { type: network, amount: '15' },
      idempotencyKey: `rescan ${network}`,
    });
    const { number: from } = (await cursor())!;
    await world.pay(network, recharge.pay_amount);
    await world.makeFinal(network);
    // A node that lied: the follower went past the payment.
    const end = (await nodeOf(chains, network).request('eth_getBlockByNumber', ['finalized', false])) as {
      number: string;
      hash: Hex;
    };
    await world.ctx.db
      .updateTable('chain_cursors')
      .set({ block_number: Number(end.number), block_hash: end.hash })
      .where('chain_id', '=', BigInt(chains.chains[network].chainId))
      .execute();
    expect(await buyer.balance()).toBe(0n);

    const before = await cursor();
    expect(await rescan(from + 1)).toMatchObject({ found: 1, next_block: null });
    expect(await newestDeposit()).toMatchObject({ state: 'credited', held_reason: null });
    expect(await buyer.balance()).toBeGreaterThan(15_000_000n);
    const credited = await buyer.balance();
    expect(await rescan(from + 1)).toMatchObject({ found: 0 });
    expect(await buyer.balance()).toBe(credited);
    expect(await cursor()).toEqual(before);
  });

  test('a payment that was reversed and is on the chain again, or has another amount, is quarantined for review', async () => {
    const { number: from } = (await cursor())!;
    const [back, other, same] = [
      await world.pay(network, '31'),
      await world.pay(network, '32'),
      await world.pay(network, '33'),
    ];
    await world.settle(network);
    const buyer = await world.createBuyer();
    await sql`update deposits set state = 'reversed', user_id = ${buyer.userId} where tx_hash = ${back}`.execute(
      world.ctx.db,
    );
    await sql`update deposits set amount_units = amount_units + 1 where tx_hash = ${other}`.execute(
      world.ctx.db,
    );
    const putAside = () =>
      world.ctx.db
        .selectFrom('quarantined_logs')
        .select(['tx_hash', 'reason', 'is_harmless'])
        .where('tx_hash', 'in', [back, other, same])
        .orderBy('id')
        .execute();
    for (let time = 0; time < 2; time += 1) {
      expect(await rescan(from + 1)).toMatchObject({ found: 0 });
      const reason = { code: 'logRecordedOtherwise', facts: {} };
      expect(await putAside()).toEqual([
        { tx_hash: back, reason, is_harmless: false },
        { tx_hash: other, reason, is_harmless: false },
      ]);
    }
    expect(await buyer.balance()).toBe(0n);
  });

  test("a payment from before the wallet was the shop's is held, not free for its sender to claim", async () => {
    const { number: from } = (await cursor())!;
    const hash = await world.payFinally(network, '33');
    await world.ctx.db.deleteFrom('deposits').where('tx_hash', '=', hash).execute();
    const since = new Date(Date.now() + 60_000);
    await world.ctx.db.updateTable('payment_methods').set({ created_at: since }).execute();
    await resealMethods(world.ctx);
    expect(await rescan(from + 1)).toMatchObject({ found: 1 });
    const found = await world.ctx.db
      .selectFrom('deposits')
      .select(['state', 'held_reason'])
      .where('tx_hash', '=', hash)
      .executeTakeFirstOrThrow();
    expect(found).toEqual({ state: 'held', held_reason: { code: 'depositBeforeOwned', facts: {} } });
  });

  test.runIf(isOnPostgres)(
    'a claim that is written while its payment is found again is credited',
    async () => {
      const since = new Date(Date.now() - 60_000);
      await world.ctx.db.updateTable('payment_methods').set({ created_at: since }).execute();
      await resealMethods(world.ctx);
      const { number: from } = (await cursor())!;
      const hash = await world.payFinally(network, '33');
      const { db } = world.ctx;
      const paid = await db
        .deleteFrom('deposits')
        .where('tx_hash', '=', hash)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { userId } = await world.createBuyer();
      let rescanned: ReturnType<typeof rescan> | undefined;
      await transaction(db, async (step) => {
        await shareCursorLock(step, paid.chain_id);
        let isOver = false;
        rescanned = rescan(from + 1).finally(() => (isOver = true));
        const isHeldUp = async () =>
          (await sql`select from pg_locks where locktype = 'transactionid' and not granted`.execute(db)).rows
            .length > 0;
        await expect.poll(async () => isOver || (await isHeldUp())).toBe(true);
        await upsertDepositClaim(step, {
          user_id: userId,
          network,
          chain_id: paid.chain_id,
          tx_hash: hash,
          ordinal: null,
          signer_address: paid.from_address,
          created_at: new Date(),
        });
      });
      expect(await rescanned).toMatchObject({ found: 1 });
      const found = db.selectFrom('deposits').select(['state', 'user_id']).where('tx_hash', '=', hash);
      expect(await found.executeTakeFirstOrThrow()).toEqual({ state: 'credited', user_id: userId });
    },
  );

  test('what was never read is not reread', async () => {
    const { number } = (await cursor())!;
    await expect(rescan(number + 1)).rejects.toMatchObject({ reason: 'invalidFormat' });
  });
});
