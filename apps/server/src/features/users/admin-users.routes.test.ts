import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { UserDetails } from '@portside/contract';
import {
  signInAdmin,
  type TestAdmin,
  createOwner,
  createPerson,
  TEST_PASSWORD,
} from '../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { fund } from '../../testing/build.ts';
import { buildLevel, setLevel } from '../../testing/build-prices.ts';
import { setUserRole, setUserStatus } from './users.ts';

/** What admins do with users, on the wire. */

let shop: TestShop;
let owner: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await signInAdmin(shop.ctx);
});

const ask = (who: TestAdmin, method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, who.headers);
const list = async (query: string): Promise<string[]> =>
  (await ask(owner, 'GET', `users?${query}`)).data.items.map(({ username }: UserDetails) => username);
let names = 0;
const fresh = () => `crew${process.pid}x${(names += 1)}`;
const add = async (more: object = {}, who = owner): Promise<Answer> => {
  const username = fresh();
  return ask(who, 'POST', 'users', {
    username,
    email: `${username}@example.test`,
    password: 'a quiet pier',
    ...more,
  });
};

test('users are found by a prefix of name or address, by status and time, page by page', async () => {
  const tag = fresh();
  const made: string[] = [];
  for (const letter of ['a', 'b', 'c']) {
    const username = `${tag}${letter}`;
    made.unshift((await add({ username, email: `${letter}.${tag}@example.test` })).data.username);
  }
  expect(await list(`q=${tag.toUpperCase()}`)).toEqual(made);
  expect(await list(`q=b.${tag}@`)).toEqual([`${tag}b`]);
  expect(await list(`username=${tag}`)).toEqual([]);
  expect(await list(`q=${tag}&status=frozen`)).toEqual([]);
  expect(await list(`q=${tag}&from=${new Date(shop.clock.now().getTime() + 1).toISOString()}`)).toEqual([]);
  expect(await list(`q=%25${tag}`)).toEqual([]);
  const colleague = `${tag}d`;
  const role_id = String(owner.user.role_id);
  await add({ username: colleague, email: `d.${tag}@example.test`, password: undefined, role_id });
  expect(await list(`q=${tag}&role_id=0`)).toEqual(made);
  expect(await list(`q=${tag}&role_id=${role_id}`)).toEqual([colleague]);
  const gold = await buildLevel(shop.ctx, {});
  const { data: found } = await ask(owner, 'GET', `users?username=${tag}b`);
  await setLevel(shop.ctx, BigInt(found.items[0].id), gold);
  expect(await list(`q=${tag}&level_id=${gold}`)).toEqual([`${tag}b`]);
  const first = (await ask(owner, 'GET', `users?q=${tag}&limit=2`)).data;
  expect(await list(`q=${tag}&limit=2&cursor=${first.next_cursor}`)).toEqual([`${tag}b`, `${tag}a`]);
});

test('only name, address and language can be set, whatever is sent', async () => {
  const { data: added } = await add({ balance: '100', isAdmin: true, status: 'closed', agent_id: '1' });
  const { proposal, ...user } = added;
  expect(proposal).toBeNull();
  expect(user).toMatchObject({ balance: '0.00', isAdmin: false, status: 'active', agent: null, role: null });
  const change = { username: fresh(), email: `${fresh()}@example.test`, language: 'ru' };
  const sent = {
    ...change,
    id: '1',
    balance: '9',
    isAdmin: true,
    role_id: '1',
    permissions: { menus: [] },
    status: 'frozen',
  };
  const { data: changed } = await ask(owner, 'PUT', `users/${user.id}`, sent);
  const { email, ...atOnce } = change;
  const waiting = { email, takes_effect_at: expect.any(String) };
  expect(changed).toEqual({ ...user, ...atOnce, email_change: waiting });
  expect((await ask(owner, 'PUT', `users/${user.id}`, { email: change.email })).code).toBe(502);
  const taken = { username: owner.user.username, email: change.email };
  expect((await ask(owner, 'PUT', `users/${user.id}`, taken)).code).toBe(400_008);
});

test("a password that is too short is named with its limit, and a colleague's is longer", async () => {
  const { body } = await add({ password: 'short' });
  expect([body.code, body.faults]).toEqual([519, [{ field: 'password', fault: 'short', limit: 6 }]]);
  const role_id = String(owner.user.role_id);
  const colleague = await add({ password: 'harbour-9', role_id });
  expect(colleague.body.faults).toEqual([{ field: 'password', fault: 'short', limit: 12 }]);
  const query = await ask(owner, 'GET', 'users?limit=many');
  expect([query.code, query.body.faults]).toEqual([519, [{ field: 'limit', fault: 'wrong' }]]);
});

test('a name in the balance call counts for admins only', async () => {
  const [rich, curious] = [await shop.register(), await shop.register()];
  await fund(shop.ctx, BigInt(rich.id), 7_654_321n);
  const balance = async (headers: Record<string, string>) =>
    shop.call('GET', `/api/users/balance?username=${rich.username}`, undefined, headers);
  const refused = { status: 403, code: 400003, data: null };
  expect(await balance(bearer(curious.token))).toMatchObject(refused);
  expect(await balance((await signInAdmin(shop.ctx, ['order.read'])).headers)).toMatchObject(refused);
  expect((await balance(owner.headers)).data.balance).toBe('7.65');
  const known = (await ask(owner, 'GET', `users/${rich.id}`)).data;
  expect(known).toMatchObject({ balance: '7.65', exact_balance: '7.654321' });
  const { items } = (await ask(owner, 'GET', `users/${rich.id}/movements`)).data;
  expect(items).toMatchObject([{ kind: 'credit', amount: '7.654321' }]);
});

test('no one can grant permissions they lack, nor to themselves or users above them', async () => {
  const role = (name: string, actions: string[], menus: string[] = []) =>
    ask(owner, 'POST', 'roles', { name: `${name} ${fresh()}`, actions, menus });
  const small = (await role('small', ['user.read'])).data;
  const large = (await role('large', ['user.read', 'balance.adjust'])).data;
  const paged = (await role('paged', ['user.read'], ['/admin/user'])).data;
  const clerk = await signInAdmin(shop.ctx, ['user.read', 'user.write', 'role.grant', 'role.write']);
  const { user } = await createPerson(shop.ctx);
  const grant = async (role_id: string | undefined, id = user.id, who = clerk) =>
    (await ask(who, 'PUT', `users/${id}/role`, { role_id })).code;
  expect(await grant(large.id)).toBe(400_003);
  expect(await grant(paged.id)).toBe(400_003);
  expect(await grant(small.id, clerk.user.id)).toBe(400_003);
  expect(await grant(undefined, owner.user.id)).toBe(400_003);
  expect(await grant('999999999')).toBe(506);
  expect(await grant(small.id)).toBe(200);
  expect((await add({ role_id: large.id }, clerk)).code).toBe(400_003);
  const maker = await signInAdmin(shop.ctx, ['user.read', 'user.write']);
  expect((await add({ role_id: small.id }, maker)).code).toBe(400_003);
  expect((await add({ role_id: small.id, password: 'short-one' }, clerk)).code).toBe(519);
  expect((await add({ role_id: small.id }, clerk)).data).toMatchObject({
    isAdmin: true,
    role: { id: small.id },
  });
  const edit = async (id: string, actions: string[]) =>
    (await ask(clerk, 'PUT', `roles/${id}`, { name: `edited ${fresh()}`, actions })).code;
  expect(await edit(large.id, ['user.read'])).toBe(400_003);
  expect(await edit(small.id, ['balance.adjust'])).toBe(400_003);
  expect(await edit(small.id, [])).toBe(200);
  expect(await grant(undefined)).toBe(200);
});

test('a new admin has to choose a password by the rules for admins', async () => {
  const { token, id } = await shop.register();
  const { data: role } = await ask(owner, 'POST', 'roles', { name: fresh(), actions: ['user.read'] });
  await ask(owner, 'PUT', `users/${id}/role`, { role_id: role.id });
  expect((await shop.call('GET', '/api/users', undefined, bearer(token))).code).toBe(300_018);
});

test('a role is in force from the next request, can be deleted when unused, and an owner remains', async () => {
  const actions = ['user.read', 'user.status'];
  const { data: role } = await ask(owner, 'POST', 'roles', { name: fresh(), actions });
  const clerk = await signInAdmin(shop.ctx, ['audit.read']);
  await ask(owner, 'PUT', `users/${clerk.user.id}/role`, { role_id: role.id });
  expect((await ask(clerk, 'GET', 'users')).code).toBe(200);
  expect((await ask(clerk, 'GET', 'audit')).code).toBe(400_003);
  expect((await ask(owner, 'DELETE', `roles/${role.id}`)).code).toBe(300_023);
  await ask(owner, 'PUT', `roles/${role.id}`, { name: role.name, actions: ['user.status'] });
  expect((await ask(clerk, 'GET', 'users')).code).toBe(400_003);
  await ask(owner, 'PUT', `users/${clerk.user.id}/role`, {});
  expect((await ask(owner, 'DELETE', `roles/${role.id}`)).code).toBe(200);
  const { items } = (await ask(owner, 'GET', 'roles')).data;
  expect(items[0]).toMatchObject({ is_owner: true, name: 'Owner' });
  expect((await ask(owner, 'PUT', `roles/${items[0].id}`, { name: 'Weak' })).code).toBe(400_003);
  expect((await ask(owner, 'DELETE', `roles/${items[0].id}`)).code).toBe(400_003);
});

test('of two owners who remove each other at the same time one remains', async () => {
  const others = await shop.ctx.db
    .updateTable('users')
    .set({ status: 'frozen' })
    .where('role_id', '=', owner.user.role_id)
    .where('status', '=', 'active')
    .where('id', '<>', owner.user.id)
    .returning('id')
    .execute();
  const second = await signInAdmin(shop.ctx);
  // Each alone only proposes it; what was approved is carried out at the same time.
  for (const [who, other] of [
    [owner, second],
    [second, owner],
  ] as const) {
    const { code, data } = await ask(who, 'PUT', `users/${other.user.id}/status`, { status: 'frozen' });
    expect(code).toBe(200);
    expect(['proposed', 'cooling']).toContain(data.proposal.state);
  }
  const both = await Promise.allSettled([
    setUserRole(shop.ctx, second.user.id, null),
    setUserRole(shop.ctx, owner.user.id, null),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const left = await shop.ctx.db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', owner.user.role_id)
    .where('status', '=', 'active')
    .execute();
  expect(left).toHaveLength(1);
  const lone = await signInAdmin(shop.ctx, ['role.grant', 'user.status']);
  expect((await ask(lone, 'PUT', `users/${left[0]!.id}/role`, {})).code).toBe(400_003);
  const ids = [...others.map(({ id }) => id), owner.user.id, second.user.id];
  await shop.ctx.db
    .updateTable('users')
    .set({ status: 'active', role_id: owner.user.role_id })
    .where('id', 'in', ids)
    .execute();
});

test('not even the system can remove the last owner', async () => {
  const active = await shop.ctx.db
    .updateTable('users')
    .set({ status: 'frozen' })
    .where('role_id', '=', owner.user.role_id)
    .where('status', '=', 'active')
    .returning('id')
    .execute();
  const { user } = await createOwner(shop.ctx);
  await expect(setUserStatus(shop.ctx, user.id, 'frozen')).rejects.toMatchObject({ reason: 'lastOwner' });
  const ids = active.map(({ id }) => id);
  await shop.ctx.db.updateTable('users').set({ status: 'active' }).where('id', 'in', ids).execute();
});

test('a user can be closed for good, with a zero balance only', async () => {
  const { id, username, token } = await shop.register();
  await fund(shop.ctx, BigInt(id), 1n);
  const close = async () => (await ask(owner, 'PUT', `users/${id}/status`, { status: 'closed' })).code;
  expect(await close()).toBe(300_025);
  await shop.ctx.db
    .updateTable('ledger_accounts')
    .set({ balance_micro: 0n })
    .where('id', '=', BigInt(id))
    .execute();
  expect([await close(), await close()]).toEqual([200, 506]);
  await shop.ctx.db
    .updateTable('ledger_accounts')
    .set({ balance_micro: 1n })
    .where('id', '=', BigInt(id))
    .execute();
  expect((await shop.call('GET', '/api/auth/me', undefined, bearer(token))).code).toBe(401);
  const login = await shop.call('POST', '/api/auth/login', { username, password: TEST_PASSWORD });
  expect(login.code).toBe(511);
});

/** What the log's entries lead to, each going on from what the one before has left. */
async function told(id: string, action: string, start: unknown): Promise<unknown> {
  const steps = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('subject', '=', `user:${id}`)
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  let now = start;
  for (const { before, after } of steps) {
    expect(before).toEqual(now);
    now = after;
  }
  return now;
}

test('a closed user stays closed, also when frozen at the same time, and each step is audited', async () => {
  const colleague = await signInAdmin(shop.ctx);
  for (let round = 0; round < 12; round += 1) {
    const { id } = await shop.register();
    const [closed] = await Promise.all([
      ask(owner, 'PUT', `users/${id}/status`, { status: 'closed' }),
      ask(colleague, 'PUT', `users/${id}/status`, { status: 'frozen' }),
    ]);
    expect(closed.code).toBe(200);
    expect((await ask(owner, 'GET', `users/${id}`)).data.status).toBe('closed');
    expect(await told(id, 'user.status', { status: 'active' })).toEqual({ status: 'closed' });
  }
});

test('of roles assigned at the same time each is audited with the one it replaced', async () => {
  const colleague = await signInAdmin(shop.ctx);
  const roles: string[] = [];
  for (const name of [fresh(), fresh()])
    roles.push((await ask(owner, 'POST', 'roles', { name, menus: [], actions: [] })).data.id);
  const give = (who: TestAdmin, id: string, role?: string) =>
    ask(who, 'PUT', `users/${id}/role`, { role_id: role });
  for (let round = 0; round < 6; round += 1) {
    const { id } = await shop.register();
    await Promise.all([give(owner, id, roles[0]), give(colleague, id, roles[1])]);
    const { role } = (await ask(owner, 'GET', `users/${id}`)).data;
    expect(await told(id, 'role.grant', { role: null })).toEqual({ role: role.id });
  }
});

test('several are blocked in one step: all of them, or none where one cannot be', async () => {
  const clerk = await signInAdmin(shop.ctx, ['user.read', 'user.status']);
  const ids = [(await createPerson(shop.ctx)).user, (await createPerson(shop.ctx)).user].map(({ id }) =>
    String(id),
  );
  const set = (status: string, more: readonly string[] = [], who = clerk) =>
    ask(who, 'PUT', 'users/status', { ids: [...ids, ...more], status });
  const statuses = async () =>
    Promise.all(ids.map(async (id) => (await ask(owner, 'GET', `users/${id}`)).data.status));
  // The last of them: those before were blocked already.
  const { user: above } = await createOwner(shop.ctx);
  const refused = await set('frozen', [String(above.id)]);
  expect(refused.code).toBe(400_003);
  expect(JSON.stringify(refused.body)).toContain(above.username);
  expect(await statuses()).toEqual(['active', 'active']);
  expect((await set('frozen')).data).toEqual({ changed: 2, proposed: 0 });
  expect((await set('frozen')).data).toEqual({ changed: 0, proposed: 0 });
  expect(await statuses()).toEqual(['frozen', 'frozen']);
  // An equal is proposed, the others are unblocked at once.
  const other = await createOwner(shop.ctx);
  expect((await set('frozen', [String(other.user.id)], owner)).data).toEqual({ changed: 0, proposed: 1 });
  expect((await set('active')).data).toEqual({ changed: 2, proposed: 0 });
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select('id')
    .where('user_id', '=', clerk.user.id)
    .where('action', '=', 'user.status')
    .execute();
  expect(entries).toHaveLength(4);
});

test('several are changed before the log is locked, which other admins would wait for', async () => {
  const { db } = shop.ctx;
  const people = [(await createPerson(shop.ctx)).user, (await createPerson(shop.ctx)).user];
  await sql`
    create function refuse_locked() returns trigger language plpgsql as $$ begin
      if exists (select from pg_locks where pid = pg_backend_pid() and locktype = 'advisory'
        and objid::bigint = 7310904112 & 4294967295)
        then raise exception 'the log is locked'; end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger refuse_locked before update on users for each row execute function refuse_locked()`.execute(
    db,
  );
  try {
    const body = { ids: people.map(({ id }) => String(id)).toReversed(), status: 'frozen' };
    expect((await ask(owner, 'PUT', 'users/status', body)).data).toEqual({ changed: 2, proposed: 0 });
  } finally {
    await sql`drop trigger refuse_locked on users`.execute(db);
  }
  for (const { id } of people)
    expect(await told(String(id), 'user.status', { status: 'active' })).toEqual({ status: 'frozen' });
});

const check = (username: string) =>
  shop.call('GET', `/api/users/check-username?username=${encodeURIComponent(username)}`);

test('whether a username is free', async () => {
  const { username } = await shop.register();
  expect((await check(` ${username.toUpperCase()} `)).data).toEqual({ available: false });
  expect((await check(`${username}x`)).data).toEqual({ available: true });
  expect(await check('')).toMatchObject({ status: 400, code: 502 });
  expect(await check('x'.repeat(65))).toMatchObject({ status: 400, code: 519 });
});
