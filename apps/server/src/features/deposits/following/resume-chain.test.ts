import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resealMethods } from '../../../testing/sealed-rows.ts';
import { signInAdmin, createOwner } from '../../../testing/people.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { networksHere, isOnPostgres } from '../../../testing/world.ts';
import { transaction } from '../../../platform/db/db.ts';
import { createRecharge } from '../../recharges/create-recharge.ts';
import { depositMatcher } from '../../recharges/index.ts';
import { upsertDepositClaim } from '../deposit-claims/deposit-claims.sql.ts';
import { readChainCursor, shareCursorLocks } from './chains.sql.ts';
import { listChains } from './chains.ts';
import { readAddressCursor } from './read-all-addresses.ts';
import { resumeChain, rescanChain } from './rescan-chain.ts';

let chains: TestChains;
let world: ChainWorld;

beforeAll(async () => {
  chains = await startDevchain();
});

afterAll(() => chains.stop());

let moves = 0n;

const FOREIGN: Hex = `0x${'f'.repeat(64)}`;

describe.for(networksHere)('on %s', (network) => {
  beforeEach(async () => {
    world = await createChainWorld(chains, [network]);
    // Moves deposits of earlier tests to chains of their own.
    await world.ctx.db
      .updateTable('deposits')
      .set((row) => ({ chain_id: row('chain_id', '+', (moves += 1n) * 1_000_000_000n) }))
      .where('chain_id', '<', 1_000_000_000n)
      .execute();
  });

  const woken: string[] = [];
  const resume = async (nodes = [nodeOf(chains, network)], quorum = 1) =>
    resumeChain(
      (await signInAdmin(world.ctx)).ctx,
      { body: { type: network, reason: 'the nodes were replaced' } },
      { nodes: { [network]: { nodes, quorum } }, pollNow: (which) => woken.push(which) },
    );
  const chainId = () => BigInt(chains.chains[network].chainId);
  const cursor = async () => (await readChainCursor(world.ctx.db, chainId()))!;
  const stateNow = async () => {
    const { ctx } = await signInAdmin(world.ctx);
    return (await listChains(ctx)).items.find(({ type }) => type === network)!.state;
  };
  const listDeposits = (hash: Hex) =>
    world.ctx.db.selectFrom('deposits').selectAll().where('tx_hash', '=', hash).execute();
  /** As if the chain had been replaced after that block was final. */
  const contradict = () =>
    world.ctx.db
      .updateTable('chain_cursors')
      .set({ block_hash: FOREIGN })
      .where('chain_id', '=', chainId())
      .execute();

  test('a halted chain goes on from the last block both know; nothing is skipped or counted twice', async () => {
    const known = await world.payFinally(network, '5');
    const [deposit] = await listDeposits(known);
    // What comes now was final, and is replaced: the shop has gone past a payment it never saw.
    const missed = await world.payFinally(network, '6');
    await world.ctx.db.deleteFrom('deposits').where('tx_hash', '=', missed).execute();
    await world.readAllAddresses(network);
    await contradict();
    await world.settle(network);
    expect(await stateNow()).toBe('halted');
    const before = await cursor();
    const readBefore = await readAddressCursor(world.ctx.db, chainId());
    expect(readBefore?.number).toBeGreaterThan(deposit!.block_number);

    const told = await resume();
    expect(await readAddressCursor(world.ctx.db, chainId())).toMatchObject({ number: deposit!.block_number });
    expect(told).toMatchObject({ agreed_block: deposit!.block_number, read_to: before.number });
    expect(woken).toContain(network);
    await world.follow(network);
    expect(await stateNow()).toBe('following');
    expect((await cursor()).number).toBeGreaterThan(before.number);
    expect(await listDeposits(known)).toHaveLength(1);
    expect(await listDeposits(missed)).toMatchObject([{ state: 'unmatched', amount_micro: 6_000_000n }]);
    const entry = await world.ctx.db
      .selectFrom('audit_entries')
      .select(['subject', 'after'])
      .where('action', '=', 'chain.resume')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      subject: `network:${network}`,
      after: { agreed_block: deposit!.block_number, reason: 'the nodes were replaced' },
    });
  });

  test('where no known block agrees it is read again from well before all of them', async () => {
    await world.payFinally(network, '5');
    await world.ctx.db
      .updateTable('deposits')
      .set({ block_hash: FOREIGN })
      .where('chain_id', '=', chainId())
      .execute();
    await contradict();
    await world.settle(network);
    const { agreed_block: agreed } = await resume();
    const { number } = await world.ctx.db
      .selectFrom('deposits')
      .select((of) => of.fn.min('block_number').as('number'))
      .where('chain_id', '=', chainId())
      .executeTakeFirstOrThrow();
    expect(agreed).toBeLessThan(number);
    await world.follow(network);
    expect(await stateNow()).toBe('following');
    // Read again, they are recorded in their current blocks.
    const foreign = world.ctx.db.selectFrom('deposits').select('id').where('block_hash', '=', FOREIGN);
    expect(await foreign.execute()).toEqual([]);
  });

  test('while it is read for a second time, what was paid before the wallet was the shop’s is held', async () => {
    const hash = await world.payFinally(network, '7');
    await world.ctx.db.deleteFrom('deposits').where('chain_id', '=', chainId()).execute();
    await world.ctx.db
      .updateTable('payment_methods')
      .set({ created_at: new Date(Date.now() + 3_600_000) })
      .execute();
    await resealMethods(world.ctx);
    await contradict();
    await world.settle(network);
    await resume();
    await world.follow(network);
    expect(await listDeposits(hash)).toMatchObject([{ state: 'held' }]);
  });

  test('a chain that has not halted, and one whose nodes know the last block, are not set back', async () => {
    await expect(resume()).rejects.toMatchObject({ reason: 'chainNotHalted' });
    await world.ctx.db
      .updateTable('chain_statuses')
      .set({ state: 'halted' })
      .where('chain_id', '=', chainId())
      .execute();
    const before = await cursor();
    await expect(resume()).rejects.toMatchObject({ reason: 'chainNotHalted' });
    expect(await cursor()).toEqual(before);
  });

  test('too few nodes that agree set nothing back', async () => {
    await contradict();
    await world.settle(network);
    const before = await cursor();
    await expect(resume([nodeOf(chains, network)], 2)).rejects.toMatchObject({ reason: 'nodesDisagree' });
    expect(await cursor()).toEqual(before);
  });
});

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
        await shareCursorLocks(step);
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
