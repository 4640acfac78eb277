import { formatMicro, parseMicro, type Network, type Recharge } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { resealRecharges } from '../../../testing/sealed-rows.ts';
import { approveProposal } from '../../approvals/decide-proposal.ts';
import { createDepositClaimText } from '../../deposits/deposit-claims/create-deposit-claim-text.ts';
import { assignDeposit, listDepositCandidates } from '../../deposits/decisions/assign-deposit.ts';
import { changeSettings } from '../../settings/index.ts';
import { findUser } from '../../users/index.ts';
import { cancelRecharge, readRecharge, submitTxHash } from '../own-recharges.ts';
import { createRecharge } from '../create-recharge.ts';
import { readAnyRecharge } from '../listing/read-any-recharge.ts';
import { findCandidates } from './find-candidates.ts';

const NETWORK: Network = 'ETH';

let chains: TestChains;
let world: ChainWorld;
let ann: Ctx;
let bob: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, [NETWORK]);
  // Top-ups of earlier tests would be candidates, or stand against others, too.
  await world.ctx.db
    .updateTable('recharges')
    .set({ state: 'rejected', reserved_until: new Date(0) })
    .execute();
  [ann, bob] = [(await signInAdmin(world.ctx)).ctx, (await signInAdmin(world.ctx)).ctx];
  await changeSettings(world.ctx, {
    single_assignment_maximum: undefined,
    single_assignment_daily_maximum: undefined,
  });
});
afterAll(() => chains.stop());

let keys = 0;
const key = () => `alone ${(keys += 1)}`;
const ask = (ctx: Ctx, amount: string): Promise<Recharge> =>
  createRecharge(ctx, { body: { type: NETWORK, amount }, idempotencyKey: key() });
const read = (ctx: Ctx, { order_id }: Recharge): Promise<Recharge> =>
  readRecharge(ctx, { params: { order_id } });
const nameOf = async (userId: bigint): Promise<string> => (await findUser(world.ctx.db, userId))!.username;
const newBuyer = async () => {
  const buyer = await world.createBuyer();
  return { ...buyer, username: await nameOf(buyer.userId) };
};
const hint = (ctx: Ctx, params: Recharge, tx_hash: Hex) =>
  submitTxHash(ctx, { params, body: { tx_hash } }, () => undefined);

/** An unmatched deposit of this amount. Block times are whole seconds, so top-ups of a moment ago are set back. */
async function receive(amount: string): Promise<{ id: string; hash: Hex }> {
  const before = new Date(Date.now() - 5_000);
  await world.ctx.db
    .updateTable('recharges')
    .set({ created_at: before })
    .where('created_at', '>', before)
    .execute();
  await resealRecharges(world.ctx);
  await world.ctx.db
    .updateTable('recharges')
    .set({ cancelled_at: before })
    .where('cancelled_at', '>', before)
    .execute();
  const hash = await world.payFinally(NETWORK, amount);
  const row = await world.ctx.db
    .selectFrom('deposits')
    .select(['id', 'state'])
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow();
  expect(row.state).toBe('unmatched');
  return { id: String(row.id), hash };
}

const suggest = async (id: string, admin = ann) =>
  (await listDepositCandidates(admin, { params: { id }, query: { limit: 50 } }, findCandidates)).items;
const assign = (
  id: string,
  username: string,
  {
    admin = ann,
    order_id,
    idempotencyKey = key(),
  }: { admin?: Ctx; order_id?: string; idempotencyKey?: string } = {},
) =>
  assignDeposit(
    admin,
    {
      params: { id },
      body: { username, reason: 'the same buyer', ...(order_id !== undefined && { order_id }) },
      idempotencyKey,
    },
    findCandidates,
  );

test('an exchange took its fee: the open top-up is suggested, credited by one admin, and closed', async () => {
  const buyer = await newBuyer();
  const recharge = await ask(buyer.ctx, '50');
  const came = formatMicro(parseMicro(recharge.pay_amount) - 1_000_000n);
  const { id, hash } = await receive(came);
  expect(await suggest(id)).toMatchObject([
    {
      username: buyer.username,
      reason: 'openRecharge',
      order_id: recharge.order_id,
      wanted: recharge.pay_amount,
      difference: '1',
      at_once: true,
    },
  ]);
  const idempotencyKey = key();
  const proposal = await assign(id, buyer.username, { idempotencyKey });
  expect(proposal).toMatchObject({ state: 'applied', approved_by: null });
  expect(await assign(id, buyer.username, { idempotencyKey })).toMatchObject({
    id: proposal.id,
    state: 'applied',
  });
  expect(await buyer.balance()).toBe(parseMicro(came));
  const closed = await read(buyer.ctx, recharge);
  expect(closed).toMatchObject({
    status: 'successful',
    credited_amount: came,
    missing_amount: null,
    tx_hash: hash,
  });
  const { events } = await readAnyRecharge(ann, { params: recharge });
  expect(events.map(({ kind }) => kind)).toEqual(['asked', 'paid', 'creditProposed', 'credited']);
  expect(await suggest(id)).toEqual([]);
  await expect(assign(id, buyer.username)).rejects.toMatchObject({ reason: 'depositTaken' });
});

test('the best comes first: open, then ended top-ups, the nearest before others, then who only named the transaction', async () => {
  const [namer, claimer, near, far, ended] = [
    await newBuyer(),
    await newBuyer(),
    await newBuyer(),
    await newBuyer(),
    await newBuyer(),
  ];
  const named = await ask(namer.ctx, '700');
  await ask(near.ctx, '31');
  await ask(far.ctx, '27');
  await cancelRecharge(ended.ctx, { params: await ask(ended.ctx, '30') });
  await ask((await newBuyer()).ctx, '36');
  await ask((await newBuyer()).ctx, '24');
  const { id, hash } = await receive('30.5');
  await hint(namer.ctx, named, hash);
  // Names it, too, and proves nothing.
  await createDepositClaimText(claimer.ctx, { body: { type: NETWORK, tx_hash: hash } });
  // Created after the payment: anyone could do that.
  await ask((await newBuyer()).ctx, '30');
  const found = (await suggest(id)).map(({ username, reason, at_once }) => [username, reason, at_once]);
  expect(found).toEqual([
    [near.username, 'openRecharge', false],
    [far.username, 'openRecharge', false],
    [ended.username, 'endedRecharge', false],
    [namer.username, 'namedHash', false],
    [claimer.username, 'namedHash', false],
  ]);
});

test('a larger amount may differ by two percent, and above the limit it takes two people, who close the top-up', async () => {
  const buyer = await newBuyer();
  const recharge = await ask(buyer.ctx, '1000');
  const { id } = await receive('981');
  expect(await suggest(id)).toMatchObject([{ username: buyer.username, at_once: false }]);
  const proposal = await assign(id, buyer.username, { order_id: recharge.order_id });
  expect(proposal.state).toBe('proposed');
  expect(await buyer.balance()).toBe(0n);
  await approveProposal(bob, BigInt(proposal.id));
  expect(await buyer.balance()).toBe(981_000_000n);
  expect(await read(buyer.ctx, recharge)).toMatchObject({ status: 'successful', credited_amount: '981' });
  const other = await newBuyer();
  await ask(other.ctx, '1000');
  expect(await suggest((await receive('979')).id)).toEqual([]);
});

test('one deposit above the limit for each takes two persons, though the day has room for it', async () => {
  const buyer = await newBuyer();
  await ask(buyer.ctx, '101');
  const { id } = await receive('101');
  expect(await suggest(id)).toMatchObject([{ username: buyer.username, at_once: false }]);
  expect((await assign(id, buyer.username)).state).toBe('proposed');
  await ask(buyer.ctx, '99');
  expect((await assign((await receive('99')).id, buyer.username)).state).toBe('applied');
});

test('each admin can credit the daily limit alone, and not a micro-USDT more, also at the same time', async () => {
  await changeSettings(world.ctx, { single_assignment_daily_maximum: '100' });
  const buyers = await Promise.all(Array.from({ length: 4 }, () => newBuyer()));
  const ids: string[] = [];
  // Too far apart for one buyer's to be about the amount of another's.
  const amounts = ['28', '34', '40', '46'];
  for (const [index, buyer] of buyers.entries()) await ask(buyer.ctx, amounts[index]!);
  for (const amount of amounts) ids.push((await receive(amount)).id);
  const states = await Promise.all(
    ids.map(async (id, index) => (await assign(id, buyers[index]!.username)).state),
  );
  expect(states.toSorted()).toEqual(['applied', 'applied', 'proposed', 'proposed']);
  const waiting = ids[states.indexOf('proposed')]!;
  await expect(assign(waiting, buyers[0]!.username, { admin: bob })).rejects.toMatchObject({
    reason: 'proposalOpen',
  });
});

test('no admin credits themselves or a stranger, and nobody can stop a credit by naming the transaction', async () => {
  const { id } = await receive('60');
  const stranger = await newBuyer();
  expect(await suggest(id)).toEqual([]);
  expect((await assign(id, stranger.username)).state).toBe('proposed');

  const own = await ask(ann, '70');
  const mine = await receive('70');
  const annName = await nameOf(requireUser(ann.actor).userId);
  expect(await suggest(mine.id)).toMatchObject([
    { username: annName, order_id: own.order_id, at_once: false },
  ]);
  expect(await suggest(mine.id, bob)).toMatchObject([{ username: annName, at_once: true }]);
  expect((await assign(mine.id, annName)).state).toBe('proposed');

  const [buyer, namer] = [await newBuyer(), await newBuyer()];
  const named = await ask(namer.ctx, '10');
  await ask(buyer.ctx, '80');
  const theirs = await receive('80');
  await hint(namer.ctx, named, theirs.hash);
  expect((await assign(theirs.id, namer.username)).state).toBe('proposed');
  expect(await namer.balance()).toBe(0n);

  await ask(buyer.ctx, '60');
  const next = await receive('60');
  await hint(namer.ctx, named, next.hash);
  expect((await assign(next.id, buyer.username)).state).toBe('applied');
});

test('one admin needs a top-up of the user that fits', async () => {
  const buyer = await newBuyer();
  await ask(buyer.ctx, '90');
  const { id } = await receive('90');
  const other = await newBuyer();
  const foreign = await ask(other.ctx, '5000');
  const wrong = assign(id, buyer.username, { order_id: foreign.order_id });
  await expect(wrong).rejects.toMatchObject({ reason: 'dataDoesNotExist' });
  expect((await assign(id, buyer.username)).state).toBe('applied');
});
