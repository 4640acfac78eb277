import { isTwoFactorOn } from '../sessions/two-factor/two-factor.sql.ts';
import { errors, type Role } from '@portside/contract';
import { beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import {
  createTestRole,
  signInAdmin,
  turnOnTwoFactor,
  type TestAdmin,
  createPerson,
} from '../../testing/people.ts';
import { bearer, createFreshShop, type Answer, type TestShop } from '../../testing/app.ts';
import { applyDueProposals, recordTies } from '../approvals/index.ts';
import { approveProposal } from '../approvals/decide-proposal.ts';
import { openSession } from '../sessions/open-session.ts';
import { findUser } from './index.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { findProposals, updateProposal } from '../approvals/approvals.sql.ts';
import { sealProposal } from '../approvals/proposal-macs.ts';

/** Nobody counts as two people: an admin cannot approve with a colleague whom they set up, or take over an equal. */

const REFUSED = errors.noPermission.code;

let shop: TestShop;
let ann: TestAdmin;
beforeEach(async () => {
  shop = await createFreshShop();
  ann = await signInAdmin(shop.ctx);
});

const call = (method: string, path: string, { headers }: TestAdmin, body?: unknown): Promise<Answer> =>
  shop.call(method, path, body, headers);

const bonus = { direction: 'credit', amount: '5', reason: 'a bonus' };
/** A credit to a new user, as a proposal. */
async function proposeCredit(by: TestAdmin): Promise<{ id: string }> {
  const { user } = await createPerson(shop.ctx);
  return (await call('POST', `/api/users/${user.id}/adjustments`, by, bonus)).data;
}
const approve = async (by: TestAdmin, { id }: { id: string }) =>
  (await call('POST', `/api/proposals/${id}/approve`, by)).code;
const canApprove = async (by: TestAdmin, { id }: { id: string }): Promise<boolean> =>
  (await call('GET', '/api/proposals?state=open', by)).data.items.find((one: any) => one.id === id)
    .can_approve;

/** A sign-in of this moment, with a second factor and a password of their own. */
async function signInAs(userId: bigint): Promise<TestAdmin> {
  const user = (await findUser(shop.ctx.db, userId))!;
  await shop.ctx.db
    .updateTable('users')
    .set({ must_change_password: false })
    .where('id', '=', userId)
    .execute();
  await turnOnTwoFactor(shop.ctx, user).catch(() => null);
  const origin = { address: '203.0.113.9', userAgent: 'test', hasGivenCode: true };
  const { token } = await openSession(shop.ctx, user, origin);
  return { user, ctx: shop.ctx, headers: bearer(token) };
}
const ownerRole = async (by: TestAdmin): Promise<string> =>
  (await call('GET', '/api/roles', by)).data.items.find((one: any) => one.is_owner).id;

let names = 0;
async function hire(by: TestAdmin, roleId?: string): Promise<TestAdmin> {
  const username = `hired${(names += 1)}`;
  const role = roleId ?? (await ownerRole(by));
  const { data, code } = await call('POST', '/api/users', by, {
    username,
    email: `${username}@example.com`,
    password: 'another quiet harbour',
    role_id: role,
  });
  expect([code, data.proposal]).toEqual([200, null]);
  return signInAs(BigInt(data.id));
}

test('for 72 hours an admin and a colleague whom they created are not two people to each other', async () => {
  const puppet = await hire(ann);
  const mine = await proposeCredit(ann);
  expect(await canApprove(puppet, mine)).toBe(false);
  expect(await approve(puppet, mine)).toBe(errors.secondPersonNeeded.code);
  const theirs = await proposeCredit(puppet);
  expect(await approve(ann, theirs)).toBe(errors.secondPersonNeeded.code);
  shop.clock.advance(72 * HOUR_MS);
  const later = await signInAs(puppet.user.id);
  expect(await canApprove(later, mine)).toBe(true);
  expect(await approve(later, mine)).toBe(200);
});

test('neither are those whom the colleague created, nor others created by the same admin', async () => {
  const [puppet, other] = [await hire(ann), await createPerson(shop.ctx)];
  // A second owner exists by now, so the rest is written directly, as the use cases would have done before the rule.
  const second = await signInAdmin(shop.ctx);
  await recordTies(shop.ctx, [second.user.id], puppet.user.id);
  const third = await signInAdmin(shop.ctx);
  await recordTies(shop.ctx, [third.user.id], ann.user.id);
  const mine = await proposeCredit(ann);
  expect(await approve(second, mine)).toBe(errors.secondPersonNeeded.code);
  expect(await approve(third, await proposeCredit(puppet))).toBe(errors.secondPersonNeeded.code);
  // Two admins who both set up the same person remain two.
  const independent = await signInAdmin(shop.ctx);
  await recordTies(shop.ctx, [other.user.id], ann.user.id);
  await recordTies(shop.ctx, [other.user.id], independent.user.id);
  expect(await approve(independent, mine)).toBe(200);
});

test('setting an e-mail address, a role or a second factor ties as well', async () => {
  const clerk = await signInAdmin(shop.ctx, ['balance.adjust', 'user.read']);
  const [bob, cid] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
  const [at, { username }] = [`/api/users/${clerk.user.id}`, clerk.user];
  expect(await approve(clerk, await proposeCredit(ann))).toBe(200);
  await call('PUT', at, ann, { username, email: 'anns-own@example.com' });
  const { data } = await call('GET', '/api/proposals?kind=emailChangeApproved', bob);
  expect(await approve(cid, data.items[0])).toBe(200);
  expect(await approve(await signInAs(clerk.user.id), await proposeCredit(cid))).toBe(300_020);
  expect(await approve(await signInAs(clerk.user.id), await proposeCredit(ann))).toBe(300_020);
  expect(await approve(await signInAs(clerk.user.id), await proposeCredit(bob))).toBe(200);
  await call('DELETE', `${at}/two-factor`, bob);
  expect(await approve(await signInAs(clerk.user.id), await proposeCredit(bob))).toBe(300_020);
});

test.each([
  [
    'making a profile',
    async (): Promise<bigint> => {
      const person = { username: 'made', email: 'made@example.com', password: 'another quiet harbour' };
      return BigInt((await call('POST', '/api/users', ann, person)).data.id);
    },
  ],
  [
    'giving a role',
    async (): Promise<bigint> => {
      const { user } = await createPerson(shop.ctx);
      const role_id = await ownerRole(ann);
      expect((await call('PUT', `/api/users/${user.id}/role`, ann, { role_id })).data.proposal).toBeNull();
      return user.id;
    },
  ],
  [
    'giving a role that somebody has a permission to approve',
    async (): Promise<bigint> => {
      const roleId = await createTestRole(shop.ctx, ['order.read']);
      const { user } = await createPerson(shop.ctx, { roleId });
      const wanted = { name: `desk${roleId}`, actions: ['order.read', 'balance.adjust'] };
      expect((await call('PUT', `/api/roles/${roleId}`, ann, wanted)).data.proposal).toBeNull();
      return user.id;
    },
  ],
])('%s ties by itself', async (_, setUp) => {
  const userId = await setUp();
  // With a role that nobody has given.
  await shop.ctx.db
    .updateTable('users')
    .set({ role_id: ann.user.role_id })
    .where('id', '=', userId)
    .execute();
  const made = await signInAs(userId);
  expect(await approve(made, await proposeCredit(ann))).toBe(errors.secondPersonNeeded.code);
  const bob = await signInAdmin(shop.ctx);
  expect(await approve(made, await proposeCredit(bob))).toBe(200);
});

test('the sandbox keeps the rule, too', async () => {
  const puppet = await hire(ann);
  const mine = await proposeCredit(ann);
  const actor = { kind: 'user', userId: puppet.user.id } as const;
  const known = { sessionId: 0n, isAdmin: true, notReady: null, codeAt: null };
  const asPuppet = { ...ann.ctx, isSandbox: true, actor: { ...ann.ctx.actor, ...actor, ...known } as Actor };
  await expect(approveProposal(asPuppet, BigInt(mine.id))).rejects.toMatchObject({
    reason: 'secondPersonNeeded',
  });
});

test('with two owners, nobody alone makes a new person who can approve', async () => {
  const roleId = await ownerRole(ann);
  const bob = await signInAdmin(shop.ctx);
  const { user } = await createPerson(shop.ctx);
  const path = `/api/users/${user.id}/role`;
  const { data } = await call('PUT', path, ann, { role_id: roleId });
  expect([data.role, data.proposal.state]).toEqual([null, 'proposed']);
  expect(await approve(ann, data.proposal)).toBe(errors.secondPersonNeeded.code);
  expect(await approve(bob, data.proposal)).toBe(200);
  const made = await signInAs(user.id);
  expect((await call('GET', '/api/auth/me', made)).data.user.isAdmin).toBe(true);
  for (const party of [ann, bob])
    expect(await approve(made, await proposeCredit(party))).toBe(errors.secondPersonNeeded.code);
  expect(await approve(bob, await proposeCredit(ann))).toBe(200);
  // A role that approves nothing needs no one.
  const clerk = await call('POST', '/api/roles', ann, { name: 'clerk', actions: ['order.read'] });
  const { user: other } = await createPerson(shop.ctx);
  const given = await call('PUT', `/api/users/${other.id}/role`, ann, { role_id: clerk.data.id });
  expect([given.data.role.name, given.data.proposal]).toEqual(['clerk', null]);
});

test('neither by adding a permission to approve to a role that somebody has', async () => {
  const clerk = await call('POST', '/api/roles', ann, { name: 'clerk', actions: ['order.read'] });
  const puppet = await hire(ann, clerk.data.id);
  const bob = await signInAdmin(shop.ctx);
  const wanted = { name: 'clerk', actions: ['order.read', 'balance.adjust'] };
  const { data } = await call('PUT', `/api/roles/${clerk.data.id}`, ann, wanted);
  expect([data.actions, data.proposal.state]).toEqual([['order.read'], 'proposed']);
  expect(await approve(bob, data.proposal)).toBe(200);
  expect((await call('GET', '/api/auth/me', puppet)).data.permissions.actions).toContain('balance.adjust');
  expect(await approve(await signInAs(puppet.user.id), await proposeCredit(bob))).toBe(300_020);
});

test('approving a change of a role gives nothing back that was taken from it meanwhile', async () => {
  const desk = { name: 'teller', actions: ['order.read', 'stock.reveal'] };
  const { data: role } = await call('POST', '/api/roles', ann, desk);
  await hire(ann, role.id);
  const bob = await signInAdmin(shop.ctx);
  const wider = { ...desk, actions: [...desk.actions, 'balance.adjust'] };
  const { data } = await call('PUT', `/api/roles/${role.id}`, ann, wider);
  await call('PUT', `/api/roles/${role.id}`, bob, { ...desk, actions: ['order.read'] });
  const settled = await call('POST', `/api/proposals/${data.proposal.id}/approve`, bob);
  expect(settled.data.state).toBe('failed');
  const { data: roles } = await call('GET', '/api/roles', ann);
  const kept = (roles.items as Role[]).find(({ id }) => id === role.id);
  expect(kept?.actions).toEqual(['order.read']);
});

test('what an approved role may do cannot be widened before it is approved', async () => {
  const bob = await signInAdmin(shop.ctx);
  const desk = await call('POST', '/api/roles', ann, { name: 'desk', actions: ['balance.adjust'] });
  const { user } = await createPerson(shop.ctx);
  const { data } = await call('PUT', `/api/users/${user.id}/role`, ann, { role_id: desk.data.id });
  await call('PUT', `/api/roles/${desk.data.id}`, ann, {
    name: 'desk',
    actions: ['balance.adjust', 'role.grant'],
  });
  const settled = await call('POST', `/api/proposals/${data.proposal.id}/approve`, bob);
  expect(settled.data.state).toBe('failed');
  expect((await findUser(shop.ctx.db, user.id))!.role_id).toBeNull();
});

test('changing an admin of equal permissions takes two people', async () => {
  const bob = await signInAdmin(shop.ctx);
  const at = `/api/users/${bob.user.id}`;
  const { username } = bob.user;
  expect((await call('PUT', at, ann, { username, email: 'anns-own@example.com' })).code).toBe(REFUSED);
  expect((await findUser(shop.ctx.db, bob.user.id))!.email).toBe(bob.user.email);
  const eve = await signInAdmin(shop.ctx);
  const attacks: [string, string, unknown?][] = [
    ['DELETE', `${at}/two-factor`],
    ['DELETE', `${at}/sessions`],
    ['PUT', `${at}/status`, { status: 'frozen' }],
    ['PUT', `${at}/role`, {}],
  ];
  for (const [method, path, body] of attacks) {
    const { data } = await call(method, path, ann, body);
    expect([path, data.proposal.state]).toEqual([path, 'proposed']);
    // Bob does not approve it, and stops it.
    expect(await approve(bob, data.proposal)).toBe(errors.secondPersonNeeded.code);
    const veto = { reason: 'that is me' };
    expect((await call('POST', `/api/proposals/${data.proposal.id}/veto`, bob, veto)).code).toBe(200);
  }
  const { data } = await call('PUT', `${at}/status`, ann, { status: 'frozen' });
  expect(await approve(eve, data.proposal)).toBe(200);
  expect((await call('GET', '/api/auth/me', bob)).code).toBe(errors.accountFrozen.code);
});

test('with two owners, a change to the other one never comes into effect by waiting: both have to agree', async () => {
  const bob = await signInAdmin(shop.ctx);
  const at = `/api/users/${bob.user.id}`;
  const attacks: [string, string, unknown?][] = [
    ['DELETE', `${at}/two-factor`],
    ['PUT', `${at}/status`, { status: 'frozen' }],
    ['PUT', `${at}/role`, {}],
  ];
  for (const [method, path, body] of attacks) {
    const { data } = await call(method, path, ann, body);
    expect([path, data.proposal.state]).toEqual([path, 'proposed']);
    expect(await approve(ann, data.proposal)).toBe(errors.secondPersonNeeded.code);
    shop.clock.advance(73 * HOUR_MS);
    ann = await signInAs(ann.user.id);
    const bobLater = await signInAs(bob.user.id);
    await applyDueProposals(shop.app.systemCtx('test'));
    expect(await isTwoFactorOn(shop.ctx.db, bob.user.id)).toBe(true);
    expect((await findUser(shop.ctx.db, bob.user.id))!).toMatchObject({
      status: 'active',
      role_id: bob.user.role_id,
    });
    const veto = { reason: 'that is me' };
    expect((await call('POST', `/api/proposals/${data.proposal.id}/veto`, bobLater, veto)).code).toBe(200);
  }
  const { data } = await call('DELETE', `${at}/two-factor`, ann);
  expect(await approve(await signInAs(bob.user.id), data.proposal)).toBe(200);
  expect(await isTwoFactorOn(shop.ctx.db, bob.user.id)).toBe(false);
  // Their credentials have changed, which vetoes what they had agreed to: not the change that was this one.
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject', '=', `proposal:${data.proposal.id}`)
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'proposal.create',
    'proposal.approve',
    'proposal.settle',
  ]);
});

test('the last owner is not locked out, not even by an admin who may do everything', async () => {
  const roles = await call('GET', '/api/roles', ann);
  const all = await call('POST', '/api/roles', ann, { name: 'all', ...roles.data.own });
  const bob = await hire(ann, all.data.id);
  const at = `/api/users/${ann.user.id}`;
  expect((await call('PUT', `${at}/status`, bob, { status: 'frozen' })).data.proposal.state).toBe('proposed');
  expect((await call('PUT', at, bob, { username: 'x', email: 'x@example.com' })).code).toBe(REFUSED);
  expect((await call('GET', '/api/auth/me', ann)).code).toBe(200);
});

test('taking from a role that equals have is a proposal too', async () => {
  const roles = await call('GET', '/api/roles', ann);
  const all = await call('POST', '/api/roles', ann, { name: 'all', ...roles.data.own });
  const bob = await hire(ann, all.data.id);
  const { data } = await call('PUT', `/api/roles/${all.data.id}`, ann, { name: 'all', actions: [] });
  expect(data.proposal.state).toBe('proposed');
  expect((await call('GET', '/api/users', bob)).code).toBe(200);
});

/** Changes to admins need a second person. Waiting does not replace the approval, also for proposals of earlier versions. */

test('a change to an equal that an earlier version has let wait for its time fails', async () => {
  const shop = await createFreshShop();
  const ann = await signInAdmin(shop.ctx);
  const bob = await signInAdmin(shop.ctx);
  const path = `/api/users/${bob.user.id}/status`;
  const { data } = await shop.call('PUT', path, { status: 'frozen' }, ann.headers);
  const id = BigInt(data.proposal.id);
  const due = { state: 'cooling', due_at: shop.clock.now() } as const;
  await sealProposal(shop.ctx, await updateProposal(shop.ctx.db, id, due));
  await applyDueProposals(shop.app.systemCtx('test'));
  expect((await findProposals(shop.ctx.db, [id]))[0]!.state).toBe('failed');
  expect((await findUser(shop.ctx.db, bob.user.id))!.status).toBe('active');
});

test('with one owner, an admin who may do everything makes no other one alone', async () => {
  const shop = await createFreshShop();
  const owner = await signInAdmin(shop.ctx);
  const roles = await shop.call('GET', '/api/roles', undefined, owner.headers);
  const bob = await signInAdmin(shop.ctx, roles.data.own.actions);
  const { user } = await createPerson(shop.ctx);
  const path = `/api/users/${user.id}/role`;
  const { data } = await shop.call('PUT', path, { role_id: String(bob.user.role_id) }, bob.headers);
  expect([data.role, data.proposal?.state]).toEqual([null, 'proposed']);
});
