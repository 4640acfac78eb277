import { NodeError, type ChainNode } from '@portside/chain';
import { type Network, parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClock, MINUTE_MS, HOUR_MS } from '../../platform/clock.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { createOwner } from '../../testing/people.ts';
import { listChains } from '../deposits/following/chains.ts';
import { createReadAddressesJob } from '../deposits/index.ts';
import { depositMatcher } from '../recharges/index.ts';
import { readSweeping } from '../sweeping/read-sweeping.ts';
import { createWatchAddressesJob } from '../treasury/index.ts';
import { renderAlarm } from './alarm-mail.ts';
import { listActiveAlarms } from './alarms.sql.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';
import { ALARM_MAIL, watchMoney } from './watch-alarms.ts';

describe('short addresses', () => {
  const TYPE: Network = 'ETH';

  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  beforeEach(async () => {
    world = await createChainWorld(chains, [TYPE]);
    for (const table of ['alarms', 'mails', 'address_looks'] as const)
      await world.ctx.db.deleteFrom(table).execute();
  });
  afterAll(() => chains.stop());

  const nodes = () => [nodeOf(chains, TYPE)];

  /** Looks at all addresses, and evaluates the alarms. */
  async function watch() {
    await createWatchAddressesJob(world.ctx, { network: TYPE, nodes: nodes(), quorum: 1, everyMs: 1 }).run();
    await watchMoney(world.ctx);
    return (await listActiveAlarms(world.ctx.db)).filter(({ kind }) => kind === 'addressesShort');
  }

  async function payFrozen(...amounts: string[]): Promise<void> {
    await world.useOwnAddresses(TYPE);
    for (const amount of amounts) {
      const { address } = await createPaidAddress(world, TYPE, amount);
      await chains.controls.setBlacklisted(TYPE, address, true);
      frozen.push(address);
    }
    await world.settle(TYPE);
  }
  const frozen: `0x${string}`[] = [];

  async function release(): Promise<void> {
    for (const address of frozen.splice(0)) await chains.controls.setBlacklisted(TYPE, address, false);
  }

  test('money that is frozen on own addresses is an alarm of its own, by mail too, until it is free', async () => {
    const { user } = await createOwner(world.ctx);
    await payFrozen('70', '30');
    const [alarm, ...others] = await watch();
    expect(others).toEqual([]);
    const finding = { code: 'addressesFrozen', facts: { count: 2, amount: '100' } };
    expect(alarm).toMatchObject({ network: TYPE, findings: [finding] });
    const mails = await world.ctx.db
      .selectFrom('mails')
      .select(['reference', 'recipient'])
      .where('kind', '=', ALARM_MAIL)
      .where('recipient', '=', user.email)
      .execute();
    const rendered = await Array.fromAsync(mails, (one) =>
      renderAlarm(world.ctx, one.reference, one.recipient),
    );
    expect(rendered.map((mail) => mail?.subject)).toContainEqual(
      expect.stringContaining('Money on buyers’ own addresses is missing or blocked'),
    );
    await release();
    expect(await watch()).toEqual([]);
  });

  test('what is missing is an alarm once it has lasted for an hour', async () => {
    await payFrozen('70');
    await watch();
    await release();
    // As if part of the amount were missing on the chain although no address is frozen.
    await sql`update address_looks set is_frozen = false, missing_units = 45000000, since = looked_at`.execute(
      world.ctx.db,
    );
    const evaluate = async () => {
      await watchMoney(world.ctx);
      return (await listActiveAlarms(world.ctx.db)).filter(({ kind }) => kind === 'addressesShort');
    };
    expect(await evaluate()).toEqual([]);
    await sql`update address_looks set since = since - interval '61 minutes'`.execute(world.ctx.db);
    const finding = { code: 'addressesMissing', facts: { count: 1, amount: '45' } };
    expect(await evaluate()).toMatchObject([{ network: TYPE, findings: [finding] }]);
  });

  test('a deposit that its chain has lost is an alarm until it is decided', async () => {
    const hash = await world.payFinally(TYPE, '70');
    const change = (columns: { is_confirmed: false } | { state: 'rejected' }) =>
      world.ctx.db.updateTable('deposits').set(columns).where('tx_hash', '=', hash).execute();
    const evaluate = async () =>
      (await evaluateAlarms(world.ctx)).filter(({ about }) => about === 'lost').map((one) => one.findings);
    expect(await evaluate()).toEqual([]);
    await change({ is_confirmed: false });
    expect(await evaluate()).toEqual([[{ code: 'depositsLost', facts: { count: 1 } }]]);
    await change({ state: 'rejected' });
    expect(await evaluate()).toEqual([]);
  });

  test('after a stop of hours the alarm stays as it was until somebody has looked again', async () => {
    await createOwner(world.ctx);
    await payFrozen('70');
    const [before] = await watch();
    await sql`update chain_statuses set checked_at = checked_at - interval '2 hours'`.execute(world.ctx.db);
    const evaluate = async () => {
      await watchMoney(world.ctx);
      return (await listActiveAlarms(world.ctx.db)).filter(({ kind }) => kind === 'addressesShort');
    };
    expect(await evaluate()).toMatchObject([{ id: before!.id }]);
    await world.settle(TYPE);
    expect(await evaluate()).toMatchObject([{ id: before!.id }]);
    const raised = await world.ctx.db
      .selectFrom('alarms')
      .select('id')
      .where('kind', '=', 'addressesShort')
      .execute();
    expect(raised).toHaveLength(1);
    await release();
    expect(await watch()).toEqual([]);
  });

  test('a chain that is no longer followed raises no alarm; what was found there stays listed with its date', async () => {
    const { actor } = await createOwner(world.ctx);
    await payFrozen('70');
    expect(await watch()).toHaveLength(1);
    const read = () => readSweeping({ ...world.ctx, actor }, { nodesOf: () => [] });
    const shortOf = async () => (await read()).networks.find(({ type }) => type === TYPE)?.short.addresses;
    expect([(await read()).unread, await shortOf()]).toEqual([[], 1]);
    await sql`update chain_statuses set checked_at = checked_at - interval '2 hours'`.execute(world.ctx.db);
    await createFollowedChain(world.ctx, TYPE);
    await watchMoney(world.ctx);
    const alarms = await listActiveAlarms(world.ctx.db);
    expect(alarms.filter(({ kind }) => kind === 'addressesShort')).toEqual([]);
    expect(await shortOf()).toBeUndefined();
    const [unread] = (await read()).unread;
    expect(unread).toMatchObject({ type: TYPE, short: { addresses: 1, items: [{ missing: '70' }] } });
    const { rows } = await sql<{ at: Date }>`select max(looked_at) as at from address_looks`.execute(
      world.ctx.db,
    );
    expect(unread!.looked_at).toBe(rows[0]!.at.toISOString());
    await release();
  });
});

describe('reading of addresses', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  beforeEach(async () => {
    world = await createChainWorld(chains, ['ETH']);
  });
  afterAll(() => chains.stop());

  /** A node that answers so many calls for logs and receipts between two calls of `refill`, and then limits the rate. */
  function limit(node: ChainNode, most: number): ChainNode & { refill(): void } {
    let left = most;
    return {
      name: node.name,
      refill: () => void (left = most),
      request(method, params) {
        if (['eth_getLogs', 'eth_getTransactionReceipt'].includes(method) && (left -= 1) < 0)
          throw new NodeError('rate-limited', { node: node.name, method, status: 429 }, 'slow down');
        return node.request(method, params);
      },
    };
  }

  /** A buyer whose address nobody looks at has been paid so often, each time in a block of its own. */
  async function payCold(times: number) {
    const { buyer, address } = await world.createAddressOwner('ETH');
    await world.makeAddressesCold();
    for (let paid = 0; paid < times; paid += 1) await world.pay('ETH', '20', address);
    await world.settle('ETH');
    return { buyer, address };
  }

  const readingOf = (node: ChainNode, laterMs = () => 0) => {
    const clock = { now: () => createClock(laterMs()).now() };
    return createReadAddressesJob(
      { ...world.ctx, clock },
      { network: 'ETH', nodes: [node], quorum: 1 },
      depositMatcher,
    );
  };

  test('a node that limits the rate is asked for fewer blocks, until it answers', async () => {
    const { buyer } = await payCold(24);
    const node = limit(nodeOf(chains, 'ETH'), 15);
    let minutes = 0;
    const job = readingOf(node, () => minutes * MINUTE_MS);
    for (; minutes < 30; minutes += 1) {
      node.refill();
      await job.run();
    }
    expect(await buyer.balance()).toBe(24n * parseMicro('20'));
  });

  test('a reading of the addresses that does not get on is an alarm, and shown under Networks with its cause', async () => {
    const { buyer } = await payCold(1);
    const find = async () => (await evaluateAlarms(world.ctx)).filter(({ kind }) => kind === 'chainLate');
    const reasons = async () => {
      const { actor } = await createOwner(world.ctx);
      const { items } = await listChains({ ...world.ctx, actor });
      return items.find(({ type }) => type === 'ETH')!.reasons.map(({ code }) => code);
    };
    await readingOf(limit(nodeOf(chains, 'ETH'), 0)).run();
    expect(await find()).toEqual([]);
    expect(await reasons()).toEqual([]);
    await sql`update address_cursors set block_time = block_time - interval '4 hours'`.execute(world.ctx.db);
    expect(await find()).toContainEqual({
      kind: 'chainLate',
      network: 'ETH',
      about: 'addresses',
      findings: [
        expect.objectContaining({ code: 'addressesLate' }),
        expect.objectContaining({ code: 'nodeLimited' }),
      ],
    });
    expect(await reasons()).toEqual(['addressesLate', 'nodeLimited']);
    await readingOf(nodeOf(chains, 'ETH')).run();
    expect((await find()).filter(({ network }) => network === 'ETH')).toEqual([]);
    expect(await buyer.balance()).toBe(parseMicro('20'));
  });

  test('after a long pause the addresses are read as soon as the chain is, not an hour later', async () => {
    const { buyer, address } = await payCold(0);
    let laterMs = 0;
    const job = readingOf(nodeOf(chains, 'ETH'), () => laterMs);
    await job.run();
    await world.payFinally('ETH', '20', address);
    laterMs = MINUTE_MS;
    await job.run();
    expect(await buyer.balance()).toBe(0n);
    await sql`update address_cursors set block_time = block_time - interval '4 hours'`.execute(world.ctx.db);
    await job.run();
    expect(await buyer.balance()).toBe(parseMicro('20'));
  });
});

describe('late chains', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  beforeEach(async () => {
    world = await createChainWorld(chains, ['ETH']);
  });
  afterAll(() => chains.stop());

  test('a network that was never read is late, too', async () => {
    await world.ctx.db.deleteFrom('chain_cursors').execute();
    await world.ctx.db.updateTable('chain_statuses').set({ state: 'stalled' }).execute();
    const isLate = async (laterMs: number) => {
      const alarms = await evaluateAlarms({ ...world.ctx, clock: createClock(laterMs) });
      return alarms.some(({ kind }) => kind === 'chainLate');
    };
    expect(await isLate(0)).toBe(false);
    expect(await isLate(HOUR_MS)).toBe(true);
  });

  test('after a start the time that the shop was stopped raises no alarm; a scanner that does not report does', async () => {
    const late = async (laterMs: number, scannersSince?: Date) => {
      const ctx = { ...world.ctx, clock: createClock(laterMs) };
      const alarms = await evaluateAlarms(ctx, [], undefined, scannersSince);
      return alarms.filter(({ kind, network }) => kind === 'chainLate' && network === 'ETH');
    };
    const { db } = world.ctx;
    await db.updateTable('chain_cursors').set({ block_time: new Date() }).execute();
    await db
      .updateTable('address_cursors')
      .set({ block_time: new Date(Date.now() - 4 * HOUR_MS) })
      .execute();
    const startedAt = new Date(Date.now() + 10 * HOUR_MS);
    expect(await late(10 * HOUR_MS)).toHaveLength(2);
    expect(await late(10 * HOUR_MS + 1_000, startedAt)).toEqual([]);
    const [scanner, addresses] = await late(11 * HOUR_MS, startedAt);
    expect(scanner!.findings[0]).toMatchObject({ code: 'scannerStopped' });
    expect(addresses).toMatchObject({ about: 'addresses' });
    await db.updateTable('address_cursors').set({ block_time: new Date() }).execute();
    await world.follow('ETH');
    expect(await late(0)).toEqual([]);
  });

  test('a restart neither ends an alarm that goes on nor raises it again', async () => {
    const { db } = world.ctx;
    await db.updateTable('chain_cursors').set({ block_time: new Date() }).execute();
    await db
      .updateTable('address_cursors')
      .set({ block_time: new Date(Date.now() - 4 * HOUR_MS) })
      .execute();
    const listEth = () =>
      db
        .selectFrom('alarms')
        .select(['id', 'about', 'ended_at'])
        .where('kind', '=', 'chainLate')
        .where('network', '=', 'ETH')
        .orderBy('id')
        .execute();
    const watch = (laterMs: number, scannersSince: Date) =>
      watchMoney({ ...world.ctx, clock: createClock(laterMs) }, undefined, undefined, scannersSince);
    await watch(10 * HOUR_MS, new Date());
    const raised = await listEth();
    expect(raised.map(({ about, ended_at }) => [about, ended_at])).toEqual([
      ['', null],
      ['addresses', null],
    ]);
    // Two minutes later the shop is started again.
    await watch(10 * HOUR_MS + 120_000, new Date(Date.now() + 10 * HOUR_MS + 119_000));
    expect(await listEth()).toEqual(raised);
    await db.updateTable('address_cursors').set({ block_time: new Date() }).execute();
    await world.follow('ETH');
    const reportedAt = new Date(Date.now() + 10 * HOUR_MS + 180_000);
    await db.updateTable('chain_statuses').set({ checked_at: reportedAt }).execute();
    await watch(10 * HOUR_MS + 181_000, new Date(Date.now() + 10 * HOUR_MS + 119_000));
    expect((await listEth()).every(({ ended_at }) => ended_at !== null)).toBe(true);
  });
});
