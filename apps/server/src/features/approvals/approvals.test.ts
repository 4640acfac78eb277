import { type ApprovingAction, PROPOSAL_STATES, type ProposalState } from '@portside/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { systemActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { EventBus } from '../../platform/events.ts';
import { refuse } from '../../platform/refusal.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createWorld, type TestClock } from '../../testing/world.ts';
import { setUserStatus } from '../users/index.ts';
import { approveProposal, vetoProposal } from './decide-proposal.ts';
import { applyDueProposals } from './apply-proposal.ts';
import { subscribeApprovals, propose, type NewProposal, type Approved } from './index.ts';
import { listProposals } from './list-proposals.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { nextState, TRANSITIONS, type ProposalStep } from './proposal-states.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    kiteChangeApproved: Approved<{ readonly kite: string }>;
  }
}

const ACTION = 'balance.adjust';

let ctx: Ctx;
let clock: TestClock;
let ann: TestAdmin;
let bob: TestAdmin;
let flown: string[];

beforeEach(async () => {
  const world = await createWorld();
  flown = [];
  const events = new EventBus<Ctx>();
  subscribeApprovals(events);
  events.on('kiteChangeApproved', async (step, { terms }) => {
    flown.push(terms.kite);
    const row = { key: `kite ${terms.kite}`, value: '{}', updated_at: step.clock.now() };
    await step.db.insertInto('settings').values(row).execute();
    if (terms.kite === 'torn') refuse('notFound', 'torn');
  });
  ctx = { ...world.ctx, events };
  clock = world.clock;
  await ctx.db.deleteFrom('settings').where('key', 'like', 'kite %').execute();
  ann = await signInAdmin(ctx, [ACTION]);
  bob = await signInAdmin(ctx, [ACTION]);
});

let subjects = 0;
const kite = (name: string, more: Partial<NewProposal<'kiteChangeApproved'>> = {}) => ({
  kind: 'kiteChangeApproved' as const,
  subject: `kite:${(subjects += 1)}`,
  terms: { kite: name },
  reason: 'for a test',
  action: ACTION as ApprovingAction,
  ...more,
});
const work = () => applyDueProposals({ ...ctx, actor: systemActor('test') });
const traces = async () =>
  (await ctx.db.selectFrom('settings').select('key').where('key', 'like', 'kite %').execute()).map(
    ({ key }) => key,
  );

test('a proposal is applied once a second person approves it, once only', async () => {
  const { id, state } = await propose(ann.ctx, kite('red'));
  expect([state, flown]).toEqual(['proposed', []]);
  await expect(approveProposal(ann.ctx, id)).rejects.toMatchObject({ reason: 'secondPersonNeeded' });
  const done = await approveProposal(bob.ctx, id);
  expect(done).toMatchObject({ state: 'applied', proposer: ann.user.username, approver: bob.user.username });
  expect((await approveProposal(bob.ctx, id)).state).toBe('applied');
  await work();
  expect(flown).toEqual(['red']);
  const settled = { reason: 'proposalSettled' };
  await expect(vetoProposal(ann.ctx, id, 'too late')).rejects.toMatchObject(settled);
  const audit = await ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'job'])
    .where('subject', '=', `proposal:${id}`)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'proposal.create', user_id: ann.user.id, job: null },
    { action: 'proposal.approve', user_id: bob.user.id, job: null },
    { action: 'proposal.settle', user_id: null, job: `proposal ${id}` },
  ]);
});

test('open and settled proposals are listed separately', async () => {
  const [open, settled] = [await propose(ann.ctx, kite('open')), await propose(ann.ctx, kite('shut'))];
  await vetoProposal(ann.ctx, settled.id, 'not now');
  const { items } = await listProposals(ann.ctx, { query: { limit: 500, state: 'open' } });
  const ids = items.map(({ id }) => BigInt(id));
  expect([ids.includes(open.id), ids.includes(settled.id)]).toEqual([true, false]);
  const ofKind = async (kind: string) => {
    const found = await listProposals(bob.ctx, { query: { limit: 500, state: 'open', kind } });
    return found.items.map((one) => BigInt(one.id)).includes(open.id);
  };
  expect([await ofKind('kiteChangeApproved'), await ofKind('treasuryChangeApproved')]).toEqual([true, false]);
});

test('a change takes its locks before that of the audit log, so that there is no deadlock', async () => {
  let held = -1;
  ctx.events.on('kiteChangeApproved', async ({ db }) => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(db);
    held = rows.length;
  });
  const { id } = await propose(ann.ctx, kite('high'));
  await approveProposal(bob.ctx, id);
  expect(held).toBe(0);
  await propose(ann.ctx, kite('higher', { isFirst: true }));
  expect(held).toBe(0);
});

test('of many approvals at the same time one is applied', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => signInAdmin(ctx, [ACTION])));
  const { id } = await propose(ann.ctx, kite('blue'));
  const tries = await Promise.allSettled(others.map((one) => approveProposal(one.ctx, id)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(flown).toEqual(['blue']);
});

test('a cooling proposal is applied when it is due, unless it is vetoed', async () => {
  const cooling = await propose(ann.ctx, kite('green', { coolsMs: 24 * HOUR_MS }));
  const doomed = await propose(ann.ctx, kite('black', { coolsMs: 24 * HOUR_MS }));
  expect((await approveProposal(bob.ctx, cooling.id)).state).toBe('cooling');
  await approveProposal(bob.ctx, doomed.id);
  clock.advance(24 * HOUR_MS - 1);
  await work();
  expect(flown).toEqual([]);
  const third = await signInAdmin(ctx, [ACTION]);
  expect((await vetoProposal(third.ctx, doomed.id, 'not ours')).state).toBe('vetoed');
  clock.advance(1);
  await Promise.all([work(), work()]);
  expect(flown).toEqual(['green']);
});

test('an approval spares a change that waits the rest of its time, and never adds to it', async () => {
  const brief = await propose(ann.ctx, kite('brief', { waitsMs: HOUR_MS }));
  expect((await approveProposal(bob.ctx, brief.id)).state).toBe('applied');
  const slow = await propose(ann.ctx, kite('slow', { waitsMs: HOUR_MS, coolsMs: 9 * HOUR_MS }));
  expect(await approveProposal(bob.ctx, slow.id)).toMatchObject({ state: 'cooling', due_at: slow.due_at });
});

test('a single admin waits three days; the first of its kind and test money do not wait', async () => {
  const others = await ctx.db
    .updateTable('users')
    .set({ status: 'frozen' })
    .where('role_id', 'is not', null)
    .where('status', '=', 'active')
    .where('id', '<>', ann.user.id)
    .returning('id')
    .execute();
  const alone = await propose(ann.ctx, kite('slow'));
  expect(alone.state).toBe('cooling');
  const first = await propose(ann.ctx, kite('first', { isFirst: true, coolsMs: HOUR_MS }));
  const play = await propose({ ...ann.ctx, isSandbox: true }, kite('play', { coolsMs: HOUR_MS }));
  expect(play.cools_ms).toBe(0n);
  expect([first.state, play.state, flown]).toEqual(['applied', 'applied', ['first', 'play']]);
  clock.advance(72 * HOUR_MS - 1);
  await work();
  expect(flown).not.toContain('slow');
  clock.advance(1);
  await work();
  expect(flown).toContain('slow');
  const ids = others.map(({ id }) => id);
  await ctx.db.updateTable('users').set({ status: 'active' }).where('id', 'in', ids).execute();
});

test('an admin who never finished signing in does not count as a second person', async () => {
  const action = 'wallet.block' as ApprovingAction;
  const one = await signInAdmin(ctx, [action]);
  const other = await signInAdmin(ctx, [action]);
  await ctx.db
    .updateTable('users')
    .set({ status: 'frozen' })
    .where('role_id', 'is not', null)
    .where('id', 'not in', [one.user.id, other.user.id])
    .execute();
  const states = async (): Promise<string[]> => [
    (await propose(one.ctx, kite('real', { action }))).state,
    (await propose({ ...one.ctx, isSandbox: true }, kite('play', { action }))).state,
  ];
  expect(await states()).toEqual(['proposed', 'proposed']);
  const { id } = other.user;
  await ctx.db.updateTable('two_factors').set({ confirmed_at: null }).where('user_id', '=', id).execute();
  expect(await states()).toEqual(['cooling', 'proposed']);
  await ctx.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute();
  expect(await states()).toEqual(['cooling', 'applied']);
  // Withdraws what is still pending, so that the tests below do not see it.
  await ctx.events.announce(ctx, 'credentialsChanged', { userId: one.user.id });
});

test('proposing and approving need the permission', async () => {
  const clerk = await signInAdmin(ctx, ['user.read']);
  await expect(propose(clerk.ctx, kite('x'))).rejects.toMatchObject({ reason: 'noPermission' });
  const { id } = await propose(ann.ctx, kite('white'));
  await expect(approveProposal(clerk.ctx, id)).rejects.toMatchObject({ reason: 'notFound' });
  const watched = await propose((await signInAdmin(ctx)).ctx, kite('seen', { action: 'role.grant' }));
  const list = async (reader: TestAdmin) =>
    (await listProposals(reader.ctx, { query: { limit: 2 } })).items.flatMap((one) =>
      [id, watched.id].includes(BigInt(one.id)) ? [one.can_approve] : [],
    );
  expect([await list(ann), await list(bob), await list(clerk)]).toEqual([
    [false, false],
    [false, true],
    [false],
  ]);
  await vetoProposal(clerk.ctx, watched.id, 'not needed');
  expect(flown).toEqual([]);
});

test('a change that is refused leaves nothing but the failed proposal', async () => {
  const { id } = await propose(ann.ctx, kite('torn'));
  const failed = await approveProposal(bob.ctx, id);
  expect(failed).toMatchObject({ state: 'failed', outcome: expect.stringContaining('torn') });
  expect(flown).toEqual(['torn']);
  expect(await traces()).toEqual([]);
});

test('a party who has lost the permission makes the proposal fail', async () => {
  const { id } = await propose(ann.ctx, kite('lost', { coolsMs: HOUR_MS }));
  await approveProposal(bob.ctx, id);
  await setUserStatus(ctx, bob.user.id, 'frozen');
  clock.advance(HOUR_MS);
  await work();
  const { items } = await listProposals(ann.ctx, { query: { limit: 1 } });
  expect(items[0]).toMatchObject({ id: String(id), state: 'failed' });
  expect(flown).toEqual([]);
});

test('changed credentials of a party veto a proposal; one that no one approves expires', async () => {
  const mine = await propose(ann.ctx, kite('mine'));
  const agreed = await propose(bob.ctx, kite('agreed', { coolsMs: HOUR_MS }));
  await approveProposal(ann.ctx, agreed.id);
  const other = await propose(bob.ctx, kite('other'));
  await ctx.events.announce(ctx, 'credentialsChanged', { userId: ann.user.id });
  clock.advance(7 * 24 * HOUR_MS);
  await work();
  const { items } = await listProposals(ann.ctx, { query: { limit: 3 } });
  expect(items.map(({ id, state }) => [id, state])).toEqual([
    [String(other.id), 'expired'],
    [String(agreed.id), 'vetoed'],
    [String(mine.id), 'vetoed'],
  ]);
  expect(flown).toEqual([]);
});

test('a repeated proposal is one; a different one beside an open one is refused', async () => {
  const wanted = kite('twice', { idempotencyKey: 'k1' });
  const [one, again] = [await propose(ann.ctx, wanted), await propose(ann.ctx, wanted)];
  expect(again.id).toBe(one.id);
  const { subject } = wanted;
  const reused = propose(ann.ctx, kite('else', { idempotencyKey: 'k1' }));
  await expect(reused).rejects.toMatchObject({ reason: 'keyReused' });
  const beside = propose(bob.ctx, kite('else', { subject }));
  await expect(beside).rejects.toMatchObject({ reason: 'proposalOpen' });
  await vetoProposal(ann.ctx, one.id, 'taken back');
  expect((await propose(bob.ctx, kite('else', { subject }))).state).toBe('proposed');
});

test('a process of a version that does not know the kind leaves a proposal to one that does', async () => {
  const { id } = await propose({ ...ctx, actor: ann.ctx.actor }, kite('kept'));
  const older: Ctx = { ...ctx, events: new EventBus<Ctx>() };
  const state = async () =>
    (await ctx.db.selectFrom('proposals').select('state').where('id', '=', id).executeTakeFirstOrThrow())
      .state;
  await approveProposal({ ...older, actor: bob.ctx.actor }, id);
  expect(await state()).toBe('approved');
  await applyDueProposals({ ...older, actor: systemActor('test') });
  expect([await state(), flown]).toEqual(['approved', []]);
  await work();
  expect([await state(), flown]).toEqual(['applied', ['kept']]);
});

test('only the transitions of the table are possible, in any order of steps', () => {
  const steps: ProposalStep[] = ['approve', 'cool', 'apply', 'fail', 'veto', 'expire'];
  const final = new Set<ProposalState>(['applied', 'vetoed', 'expired', 'failed']);
  fc.assert(
    fc.property(fc.constantFrom(...PROPOSAL_STATES), fc.array(fc.constantFrom(...steps)), (start, tried) => {
      let state = start;
      for (const step of tried) {
        const next = TRANSITIONS[state][step];
        if (next === undefined) expect(() => nextState(state, step)).toThrow();
        else expect(nextState(state, step)).toBe(next);
        if (final.has(state)) expect(next).toBeUndefined();
        state = next ?? state;
      }
    }),
  );
});
