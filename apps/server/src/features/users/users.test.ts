import { errors, SORTS, type SortOf } from '@portside/contract';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemActor, visitor } from '../../platform/actor.ts';
import type { Publication } from '../../platform/live.ts';
import {
  createOwner,
  createPerson,
  createTestRole,
  signInAdmin,
  type TestAdmin,
} from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { fund } from '../../testing/build.ts';
import type { Ctx } from '../../platform/context.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { checkUsername, ensureFirstOwner } from './create-user.ts';
import {
  foldName,
  findUser,
  findUserByEmail,
  findUserByUsername,
  findUsersByPrefix,
  hasPrefix,
} from './users.sql.ts';
import { readBalance } from './adjust-balance.ts';
import { setUserStatus, listUsers } from './users.ts';
import { renderInvitation } from './invitations.ts';

describe('users', () => {
  test('the beginning of a name finds users, and a whole address its owner alone, as a condition too', async () => {
    const { ctx } = await createWorld();
    for (const username of ['ann', 'anna', 'bert'])
      await createPerson(ctx, { username, email: `${username}@quay.co` });
    await createPerson(ctx, { username: 'carl', email: 'ann@quay.com' });
    for (const [prefix, found] of [
      ['ann', ['ann', 'anna', 'carl']],
      ['ann@quay.co', ['ann']],
      ['ann@quay.c', ['ann', 'carl']],
      ['ann@quay.com', ['carl']],
    ] as const) {
      const byIds = await findUsersByPrefix(ctx.db, prefix, 9);
      const { rows } = await sql<{ id: bigint }>`select id from users where ${hasPrefix(prefix)}`.execute(
        ctx.db,
      );
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(byIds));
      const users = await Array.fromAsync(byIds, (id) => findUser(ctx.db, id));
      expect(users.map((user) => user!.username).toSorted()).toEqual(found);
    }
  });

  test('a new user is active, has a zero balance, and is found by any spelling of the name', async () => {
    const { ctx } = await createWorld();
    const { user, actor } = await createPerson(ctx);
    expect(user).toMatchObject({ status: 'active', role_id: null });
    expect(await readBalance({ ...ctx, actor }, { query: {} })).toEqual({ balance: '0.00' });
    expect(await findUserByUsername(ctx.db, user.username.toUpperCase())).toEqual(user);
    expect(await findUserByEmail(ctx.db, user.email.toUpperCase())).toEqual(user);
  });

  test.each([
    ['Ann', 'aNN'],
    ['Ａｎｎ', 'ann'],
    ['Straße', 'STRASSE'],
    ['İstanbul', 'i̇stanbul'],
    ['ﬁn', 'FIN'],
  ])('%s and %s are one name', (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  test('the same username or e-mail address is refused and leaves nothing', async () => {
    const { ctx } = await createWorld();
    const { user } = await createPerson(ctx);
    const count = async () =>
      (await ctx.db.selectFrom('ledger_accounts').select('id').where('id', '>', user.id).execute()).length;
    const before = await count();
    const taken = { reason: 'userExists' };
    await expect(createPerson(ctx, { username: user.username.toUpperCase() })).rejects.toMatchObject(taken);
    await expect(createPerson(ctx, { email: user.email.toUpperCase() })).rejects.toMatchObject(taken);
    expect(await count()).toBe(before);
  });

  test('of many registrations of one name at the same time one succeeds', async () => {
    const { ctx } = await createWorld();
    const username = `race${Math.random()}`;
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => createPerson(ctx, { username })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('whether a username is free', async () => {
    const { ctx } = await createWorld();
    const { user } = await createPerson(ctx);
    expect(await checkUsername(ctx, user.username.toUpperCase())).toEqual({ available: false });
    expect(await checkUsername(ctx, `${user.username}x`)).toEqual({ available: true });
  });

  test('a visitor has no balance', async () => {
    const { ctx } = await createWorld(visitor);
    await expect(readBalance(ctx, { query: {} })).rejects.toMatchObject({ reason: 'notSignedIn' });
  });

  test("freezing ends the user's streams and no others; unfreezing does not", async () => {
    const { ctx } = await createWorld();
    const owner = await createOwner(ctx);
    const { user } = await createPerson(ctx);
    const published: Publication[] = [];
    const live = {
      now: () => 0,
      changed: () => undefined,
      publish: (publication: Publication) => void published.push(publication),
    };
    const asOwner = { ...ctx, actor: owner.actor, live };
    await setUserStatus(asOwner, user.id, 'frozen');
    expect((await findUser(ctx.db, user.id))?.status).toBe('frozen');
    expect(published).toEqual([{ to: user.id, name: 'session', data: {} }]);
    await setUserStatus(asOwner, user.id, 'active');
    expect((await findUser(ctx.db, user.id))?.status).toBe('active');
    expect(published).toHaveLength(1);
  });

  test('no one can freeze themselves, a user above them, or an unknown user', async () => {
    const { ctx } = await createWorld();
    const owner = await createOwner(ctx);
    const clerk = await createPerson(ctx);
    const asClerk = { ...ctx, actor: { ...clerk.actor, isAdmin: true, actions: new Set(['user.status']) } };
    const refused = { reason: 'noPermission' };
    await expect(
      setUserStatus({ ...ctx, actor: owner.actor }, owner.user.id, 'frozen'),
    ).rejects.toMatchObject(refused);
    await expect(setUserStatus(asClerk, owner.user.id, 'frozen')).rejects.toMatchObject(refused);
    await expect(
      setUserStatus({ ...ctx, actor: clerk.actor }, owner.user.id, 'frozen'),
    ).rejects.toMatchObject(refused);
    await expect(setUserStatus(asClerk, 999_999_999n, 'frozen')).rejects.toMatchObject({
      reason: 'notFound',
    });
    expect((await findUser(ctx.db, owner.user.id))?.status).toBe('active');
    await setUserStatus({ ...ctx, actor: systemActor('test') }, owner.user.id, 'frozen');
    expect((await findUser(ctx.db, owner.user.id))?.status).toBe('frozen');
  });

  const password = 'a long quiet harbour';
  const emailOf = (username: string): string => `${username}@example.test`;

  async function createWorldWithoutOwner() {
    const { ctx } = await createWorld();
    const role = await ensureOwnerRole(ctx.db);
    await ctx.db.updateTable('users').set({ role_id: null }).where('role_id', '=', role).execute();
    return ctx;
  }

  test('the first owner is created once; later starts need no settings for it', async () => {
    const ctx = await createWorldWithoutOwner();
    const username = `owner-${randomUUID().slice(0, 8)}`;
    await ensureFirstOwner(ctx, { username, password, email: emailOf(username) });
    await ensureFirstOwner(ctx, { username: `${username}-2`, password, email: emailOf('other') });
    await ensureFirstOwner(ctx, null);
    expect(await findUserByUsername(ctx.db, username)).toMatchObject({
      role_id: await ensureOwnerRole(ctx.db),
      email: emailOf(username),
    });
    expect(await findUserByUsername(ctx.db, `${username}-2`)).toBeUndefined();
  });

  test('an invalid first owner stops the start and names the setting', async () => {
    const ctx = await createWorldWithoutOwner();
    const { user } = await createPerson(ctx);
    const fresh = `owner-${randomUUID().slice(0, 8)}`;
    for (const [owner, setting] of [
      [null, 'OWNER_USERNAME, OWNER_PASSWORD and OWNER_EMAIL'],
      [{ username: fresh, password: 'password1234', email: emailOf(fresh) }, 'OWNER_PASSWORD'],
      [{ username: user.username, password, email: emailOf(fresh) }, 'OWNER_USERNAME'],
    ] as const) {
      const attempt = ensureFirstOwner(ctx, owner);
      await expect(attempt).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringContaining(setting),
      });
    }
    expect(await findUserByUsername(ctx.db, fresh)).toBeUndefined();
  });
});

describe('invitations', () => {
  let shop: TestShop;
  let ann: TestAdmin;

  beforeEach(async () => {
    shop = await createFreshShop();
    ann = await signInAdmin(shop.ctx);
  });

  const PASSWORD = 'a lamp on the breakwater';

  /** Adds a colleague without a password. */
  async function inviteBen(actions: readonly string[] = ['user.read']): Promise<{ id: string }> {
    const role_id = String(await createTestRole(shop.ctx, actions));
    const body = { username: 'ben', email: 'ben@example.com', language: 'en', role_id };
    return (await shop.call('POST', '/api/users', body, ann.headers)).data;
  }

  /** The token of the link, as the next mail has it. */
  async function openMail(id: string, recipient = 'ben@example.com'): Promise<string> {
    const mail = (await renderInvitation(shop.ctx, BigInt(id), recipient))!;
    expect(mail.html).toContain('/login?mode=invited#');
    return /https?:\S+\/login\?mode=invited#(\S+)/.exec(mail.text)![1]!;
  }

  const accept = async (token: string, password = PASSWORD) =>
    (await shop.call('POST', '/api/users/invitations/accept', { token, password })).code;
  const find = (token: string) => shop.call('POST', '/api/users/invitations/find', { token });
  const signIn = (password: string) => shop.call('POST', '/api/auth/login', { username: 'ben', password });
  const EXPIRED = errors.codeExpired.code;

  test('a colleague chooses a password of their own, once, and is an admin with a second factor to set up', async () => {
    const { id, invited_until: until, role } = (await inviteBen()) as any;
    expect(role).not.toBeNull();
    expect(Date.parse(until) - shop.ctx.clock.now().getTime()).toBe(3 * DAY_MS);
    const queued = await shop.ctx.db
      .selectFrom('mails')
      .select('recipient')
      .where('kind', '=', 'invitation')
      .execute();
    expect(queued).toEqual([{ recipient: 'ben@example.com' }]);

    const token = await openMail(id);
    const { token_hash: stored } = await shop.ctx.db
      .selectFrom('invitations')
      .select('token_hash')
      .executeTakeFirstOrThrow();
    expect(stored!.toString('base64url')).not.toBe(token);
    expect((await find(token)).data).toEqual({ username: 'ben', email: 'ben@example.com' });
    // By the rules for admins, and not by a name that everybody knows.
    expect(await accept(token, 'short one')).toBe(errors.invalidFormat.code);
    expect(await accept(token, 'ben@example.com')).toBe(errors.passwordTooCommon.code);
    expect(await accept(token)).toBe(200);
    expect(await accept(token, 'another long password')).toBe(EXPIRED);
    expect((await find(token)).code).toBe(EXPIRED);

    expect((await signIn(PASSWORD)).data).toMatchObject({ user: { isAdmin: true }, to_do: 'two_factor' });
    expect(
      (await shop.call('GET', `/api/users/${id}`, undefined, ann.headers)).data.invited_until,
    ).toBeNull();
    const entries = await shop.ctx.db
      .selectFrom('audit_entries')
      .select(['action', 'job'])
      .where('subject', '=', `user:${id}`)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['user.create', 'role.grant', 'password.change']);
    expect(entries[2]).toMatchObject({ job: 'invitation' });
  });

  test('a link ends with time, with a newer one, with another password and with a blocked profile', async () => {
    const { id } = await inviteBen();
    const [first, second] = [await openMail(id), await openMail(id)];
    expect((await find(first)).code).toBe(EXPIRED);
    expect((await find(second)).code).toBe(200);
    expect((await shop.call('POST', `/api/users/${id}/invitation`, {}, ann.headers)).code).toBe(200);
    expect((await find(second)).code).toBe(EXPIRED);
    const third = await openMail(id);
    shop.clock.advance(3 * DAY_MS);
    expect(await accept(third)).toBe(EXPIRED);
    expect(await renderInvitation(shop.ctx, BigInt(id), 'ben@example.com')).toBeNull();

    ann = await signInAdmin(shop.ctx);
    await shop.call('POST', `/api/users/${id}/invitation`, {}, ann.headers);
    const fourth = await openMail(id);
    await shop.call('PUT', `/api/users/${id}/status`, { status: 'frozen' }, ann.headers);
    expect(await accept(fourth)).toBe(EXPIRED);
    await shop.call('PUT', `/api/users/${id}/status`, { status: 'active' }, ann.headers);
    await shop.ctx.events.announce(shop.ctx, 'credentialsChanged', { userId: BigInt(id) });
    expect(await accept(fourth)).toBe(EXPIRED);
    // Accepted, or never invited: there is nothing to send again.
    expect((await shop.call('POST', `/api/users/${id}/invitation`, {}, ann.headers)).code).toBe(
      errors.notFound.code,
    );
  });

  test('an address that was mistyped is corrected at once, and only the new one gets a link', async () => {
    const { id } = await inviteBen();
    const former = await openMail(id);
    const email = 'ben@corrected.example';
    const set = (body: object) => shop.call('PUT', `/api/users/${id}`, body, ann.headers);
    const taken = { username: 'ben', email: ann.user.email, language: 'en' };
    expect((await set(taken)).code).toBe(errors.userExists.code);
    expect((await find(former)).code).toBe(200);
    const { data } = await set({ username: 'ben', email, language: 'en' });
    expect(data).toMatchObject({ email, email_change: null, invited_until: expect.any(String) });
    expect((await find(former)).code).toBe(EXPIRED);
    expect(await renderInvitation(shop.ctx, BigInt(id), 'ben@example.com')).toBeNull();
    const queued = await shop.ctx.db
      .selectFrom('mails')
      .select('recipient')
      .where('reference', '=', BigInt(id))
      .where('state', '=', 'queued')
      .execute();
    expect(queued).toEqual([{ recipient: email }]);
    expect(await accept(await openMail(id, email))).toBe(200);
    // Whoever can sign in can stop it, so it waits.
    const later = await set({ username: 'ben', email: 'ben@other.example', language: 'en' });
    expect(later.data ?? later).toMatchObject({ email, email_change: { email: 'ben@other.example' } });
  });

  test('a role that takes a second person still does, and whoever invites is tied to the invited', async () => {
    await signInAdmin(shop.ctx);
    const { id, proposal, role } = (await inviteBen(['user.read', 'paymentMethod.write'])) as any;
    expect([role, proposal?.state]).toEqual([null, 'proposed']);
    expect(await accept(await openMail(id))).toBe(200);
    expect((await signIn(PASSWORD)).data).toMatchObject({ user: { isAdmin: false } });
    const ties = await shop.ctx.db
      .selectFrom('user_ties')
      .select('by_id')
      .where('user_id', '=', BigInt(id))
      .execute();
    expect(ties).toEqual([{ by_id: ann.user.id }]);
  });

  test('guesses and nonsense find nobody', async () => {
    await inviteBen();
    for (const token of ['', 'x'.repeat(65), "' or true --", 'x'.repeat(43)])
      expect([EXPIRED, errors.invalidFormat.code, errors.missingParameters.code]).toContain(
        (await find(token)).code,
      );
  });
});

describe('sorting', () => {
  /** Folds to eighteen letters each: a cursor has room for a name of 32 of them. */
  const LONG = 'ﷺ'.repeat(32);

  let ctx: Ctx;

  beforeAll(async () => {
    const world = await createWorld();
    ctx = { ...world.ctx, actor: (await createOwner(world.ctx)).actor };
    for (let n = 0; n < 30; n += 1) {
      const name = n === 7 ? LONG : n % 3 === 0 ? `Sort-${n}` : `sort.${n}Ж`;
      const { user } = await createPerson(ctx, { username: name, email: `${n}-sort@example.test` });
      if (n % 4 > 0) await fund(ctx, user.id, BigInt(n % 4) * 2_500_000n);
    }
  });

  const COLUMNS = {
    username: 'username_key',
    email: 'email_key',
    balance: 'balance_micro',
    created_at: 'users.id',
  };

  async function sorted(sort: SortOf<'listUsers'>): Promise<string[]> {
    const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
    const column = sql.raw(COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS]);
    const { rows } = await sql<{ id: bigint }>`
    select users.id from users join ledger_accounts purse on purse.id = users.id
    order by ${column} ${way}, users.id ${way}`.execute(ctx.db);
    return rows.map(({ id }) => String(id));
  }

  const ways = SORTS.listUsers.flatMap((column) => [column, `-${column}`] as const);

  test.each(ways)('pages sorted by %s list every user once', async (sort) => {
    const all = await sorted(sort);
    for (const limit of [1, 7, 500]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { items, next_cursor: next } = await listUsers(ctx, {
          query: { limit, sort, ...(cursor !== undefined && { cursor }) },
        });
        found.push(...items.map(({ id }) => id));
        cursor = next ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(all);
    }
  });

  test('a filtered list is sorted too', async () => {
    const { items } = await listUsers(ctx, { query: { limit: 100, sort: '-balance', q: 'sort-' } });
    const balances = items.map(({ exact_balance: balance }) => Number(balance));
    expect(balances).toHaveLength(10);
    expect(balances).toEqual(balances.toSorted((a, b) => b - a));
  });

  test('a cursor with characters that no name has is refused', async () => {
    const asked = listUsers(ctx, { query: { limit: 1, sort: 'username', cursor: 'username.5.a\0b' } });
    await expect(asked).rejects.toMatchObject({ reason: 'invalidFormat' });
  });

  test.each(['5', '5.', 'balance.5', 'balance.5.x', 'username.5', '-balance.5.1', 'username.x.ann'])(
    'the cursor "%s" is refused for a sort by balance',
    async (cursor) => {
      const asked = listUsers(ctx, { query: { limit: 1, sort: 'balance', cursor } });
      await expect(asked).rejects.toMatchObject({ reason: 'invalidFormat' });
    },
  );
});
