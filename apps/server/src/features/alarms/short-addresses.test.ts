import type { Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { createOwner } from '../../testing/people.ts';
import { readSweeping } from '../sweeping/read-sweeping.ts';
import { createWatchAddressesJob } from '../treasury/index.ts';
import { renderAlarm } from './alarm-mail.ts';
import { listActiveAlarms } from './alarms.sql.ts';
import { ALARM_MAIL, watchMoney } from './watch-alarms.ts';

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
  const rendered = await Promise.all(
    mails.map((one) => renderAlarm(world.ctx, one.reference, one.recipient)),
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
