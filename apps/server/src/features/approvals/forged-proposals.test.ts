import type { ApprovingAction } from '@portside/contract';
import type { Insertable } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { Keyring } from '../../platform/keys/keyring.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { createWorld, type TestClock } from '../../testing/world.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { findActiveMethod } from '../payment-methods/index.ts';
import { factsOfMethod } from '../payment-methods/method-rules.ts';
import { applyDueProposals, propose } from './index.ts';
import { approveProposal, vetoProposal } from './decide-proposal.ts';
import { getProposal, type ProposalsTable } from './approvals.sql.ts';
import { isGenuine } from './proposal-macs.ts';
import { HOUR_MS } from '../../platform/clock.ts';

/** An attacker who can write to the database, without the keys, makes the shop itself set and seal their address. */

const ACTION: ApprovingAction = 'paymentMethod.write';
const thief: Hex = `0x${'66'.repeat(20)}`;

let ctx: Ctx;
let clock: TestClock;
let ann: TestAdmin;
let bob: TestAdmin;
let days = 0;
beforeEach(async () => {
  ({ ctx, clock } = await createWorld());
  // Alarms of the test before are over.
  clock.advance((days += 30) * 24 * HOUR_MS);
  await ctx.db.deleteFrom('proposals').execute();
  await forgetMethods(ctx);
  await createFollowedChain(ctx, 'ETH');
  ann = await signInAdmin(ctx, [ACTION]);
  bob = await signInAdmin(ctx, [ACTION]);
});

const termsFor = async (wallet: Hex) => {
  const active = (await findActiveMethod(ctx, 'ETH'))!;
  const method = { ...active, wallet_address: wallet, mode: 'exact_amount' as const, factory_address: null };
  return factsOfMethod({ ...method, checkout_address: null });
};
const work = () => applyDueProposals({ ...ctx, actor: systemActor('test') });
const walletNow = async () => (await findActiveMethod(ctx, 'ETH'))?.wallet_address;
const forgedRow = async (more: Partial<Insertable<ProposalsTable>> = {}) => ({
  kind: 'treasuryChangeApproved',
  subject: 'paymentMethod:ETH',
  terms: JSON.stringify(await termsFor(thief)),
  reason: 'moved',
  action: ACTION,
  cools_ms: 0n,
  state: 'cooling' as const,
  proposed_by: null,
  proposed_at: clock.now(),
  expires_at: new Date(clock.now().getTime() + HOUR_MS),
  due_at: clock.now(),
  ...more,
});
const insert = async (more: Partial<Insertable<ProposalsTable>> = {}) => {
  const insertion = ctx.db.insertInto('proposals').values(await forgedRow(more));
  return (await insertion.returning('id').executeTakeFirstOrThrow()).id;
};
const change = (id: bigint, columns: Record<string, unknown>) =>
  ctx.db.updateTable('proposals').set(columns).where('id', '=', id).execute();
const proposed = async (wallet: Hex, coolsMs = 0) =>
  propose(ann.ctx, {
    kind: 'treasuryChangeApproved',
    subject: 'paymentMethod:ETH',
    terms: (await termsFor(wallet)) as never,
    reason: 'moved',
    action: ACTION,
    coolsMs,
  });
/** A proposal that two people agreed on, which waits. */
const agreed = async (wallet: Hex): Promise<bigint> => {
  const { id } = await proposed(wallet, 24 * HOUR_MS);
  await approveProposal(bob.ctx, id);
  return id;
};
const mine: Hex = `0x${'12'.repeat(20)}`;
const forgedAlarms = async () => (await evaluateAlarms(ctx)).filter(({ kind }) => kind === 'recordsForged');

const attacks: [string, () => Promise<bigint>][] = [
  [
    'makes one due that nobody has approved',
    async () => {
      const { id } = await proposed(thief);
      await change(id, { due_at: clock.now(), expires_at: clock.now() });
      return id;
    },
  ],
  [
    'puts one back to its beginning, so that it can neither be applied nor expire',
    async () => {
      const id = await agreed(thief);
      await change(id, { state: 'proposed' });
      clock.advance(8 * 24 * HOUR_MS);
      return id;
    },
  ],
  ['inserts a proposal that nobody made', () => insert()],
  [
    'inserts one in the names of two people',
    () => insert({ proposed_by: ann.user.id, approved_by: bob.user.id, approved_at: clock.now() }),
  ],
  [
    'changes the address of one that waits',
    async () => {
      const id = await agreed(mine);
      await change(id, { terms: JSON.stringify(await termsFor(thief)) });
      clock.advance(25 * HOUR_MS);
      return id;
    },
  ],
  [
    'approves a proposal in the name of another',
    async () => {
      const { id } = await proposed(thief);
      await change(id, {
        state: 'approved',
        approved_by: bob.user.id,
        approved_at: clock.now(),
        due_at: clock.now(),
      });
      return id;
    },
  ],
  [
    'shortens the wait, so that nobody sees it in time',
    async () => {
      const id = await agreed(thief);
      await change(id, { due_at: clock.now(), cools_ms: 0n });
      return id;
    },
  ],
  [
    'gives it a row and the mark of another proposal',
    async () => {
      const id = await agreed(mine);
      const { mac } = await getProposal(ctx.db, id);
      await vetoProposal(ann.ctx, id, 'no');
      const names = { proposed_by: ann.user.id, approved_by: bob.user.id, approved_at: clock.now() };
      return insert({ ...names, mac });
    },
  ],
  [
    'brings back one that was rejected',
    async () => {
      const id = await agreed(thief);
      await vetoProposal(ann.ctx, id, 'not ours');
      await change(id, { state: 'cooling', settled_by: null, settled_at: null, outcome: '' });
      clock.advance(25 * HOUR_MS);
      return id;
    },
  ],
];

describe.each(attacks)('whoever %s', (_, attack) => {
  test('does not get it applied, and every admin is told', async () => {
    const before = await walletNow();
    const id = await attack();
    await work();
    expect(await walletNow()).toBe(before);
    const { state, outcome } = await getProposal(ctx.db, id);
    expect({ state, outcome }).toEqual({
      state: 'failed',
      outcome: 'This proposal was changed outside the shop',
    });
    expect(await forgedAlarms()).toMatchObject([
      { findings: [{ code: 'proposalForged', facts: { number: Number(id), on: 'paymentMethod:ETH' } }] },
    ]);
  });
});

test('one that is due without an approval does not keep the others from being applied', async () => {
  const id = await insert({ subject: 'paymentMethod:TRX', state: 'proposed' });
  await agreed(mine);
  clock.advance(25 * HOUR_MS);
  await work();
  expect([await walletNow(), (await getProposal(ctx.db, id)).state]).toEqual([mine, 'failed']);
});

test('one that was applied is not applied a second time', async () => {
  const id = await agreed(mine);
  clock.advance(25 * HOUR_MS);
  await work();
  expect(await walletNow()).toBe(mine);
  clock.advance(HOUR_MS);
  const second = await agreed(thief);
  clock.advance(25 * HOUR_MS);
  await work();
  expect(await walletNow()).toBe(thief);
  expect(second).toBeGreaterThan(id);
  await change(id, { state: 'cooling', settled_by: null, settled_at: null, outcome: '' });
  await work();
  expect(await walletNow()).toBe(thief);
});

test.each([
  ['address', async () => ({ terms: JSON.stringify(await termsFor(thief)) })],
  ['reason', async () => ({ reason: 'asked for by the second owner' })],
])(
  'nobody can approve a changed %s, which would vouch for it; an alarm names it before that',
  async (_, columns) => {
    const { id } = await proposed(mine);
    expect(await forgedAlarms()).toEqual([]);
    await change(id, await columns());
    expect(await forgedAlarms()).toHaveLength(1);
    await expect(approveProposal(bob.ctx, id)).rejects.toMatchObject({ reason: 'proposalForged' });
    await vetoProposal(bob.ctx, id, 'not what was proposed');
    expect(await forgedAlarms()).toEqual([]);
  },
);

test('an address that two people changed stays an alarm for three days', async () => {
  await agreed(mine);
  clock.advance(25 * HOUR_MS);
  await work();
  const told = async () => (await evaluateAlarms(ctx)).filter(({ kind }) => kind === 'addressChanged');
  expect(await told()).toMatchObject([
    {
      network: 'ETH',
      findings: [{ code: 'walletReplaced' }, { code: 'checkoutReplaced' }, { code: 'addressesApplied' }],
    },
  ]);
  clock.advance(73 * HOUR_MS);
  expect(await told()).toEqual([]);
});

test('a change of the keys leaves pending proposals as they are', async () => {
  const id = await agreed(mine);
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const withKeys = (keys: readonly (readonly [string, Buffer])[]) => ({
    ...ctx,
    actor: systemActor('test'),
    keyring: new Keyring(new Map(keys), Buffer.alloc(32, 7)),
  });
  const row = await getProposal(ctx.db, id);
  const both: [string, Buffer][] = [
    ['new', newer],
    ['old', older],
  ];
  expect(await isGenuine(withKeys(both), row)).toBe(true);
  expect(await isGenuine(withKeys([['new', newer]]), row)).toBe(true);
  const strange = new Keyring(new Map([['new', newer]]), randomBytes(32));
  expect(await isGenuine({ ...ctx, keyring: strange }, row)).toBe(false);
});
