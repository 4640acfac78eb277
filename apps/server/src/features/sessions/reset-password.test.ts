import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { Keyring } from '../../platform/keys/keyring.ts';
import { createOwner, createPerson, TEST_PASSWORD, signInAdmin } from '../../testing/people.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { setUserStatus, type UserRow, findUser } from '../users/index.ts';
import { watchMoney } from '../alarms/index.ts';
import { login } from './login.ts';
import { openSession } from './open-session.ts';
import { hashCode } from './mailed-codes.ts';
import { renderResetCode, RESET_MAIL, sendResetCode, resetPassword } from './reset-password.ts';
import { sweepSessions } from './sessions.ts';
import { addOwner, recoverOwner } from './recover-owner.ts';

describe('a forgotten password', () => {
  const MINUTE = 60_000;
  const origin = { address: '203.0.113.7', userAgent: 'test' };
  const NEW_PASSWORD = 'another harbour';

  let world: World;
  let ctx: Ctx;
  let user: UserRow;

  beforeEach(async () => {
    world = await createWorld(visitor);
    ({ ctx } = world);
    ({ user } = await createPerson(ctx));
  });

  const listMails = async (recipient: string) =>
    ctx.db
      .selectFrom('mails')
      .select(['kind', 'reference', 'state'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute();

  /** The code of the newest mail to that address, as its reader sees it; null where there is nothing to read. */
  async function readCode(recipient: string): Promise<string | null> {
    const mail = (await listMails(recipient)).at(-1);
    const message = mail ? await renderResetCode(ctx, mail.reference) : null;
    return /^\d{6}/.exec(message?.text ?? '')?.[0] ?? null;
  }

  const wrongFor = (code: string): string => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0');
  const reset = (code: string, email = user.email) =>
    resetPassword(ctx, { email, code, password: NEW_PASSWORD });
  const sign = (password: string) => login(ctx, { username: user.username, password }, origin);

  test('a mailed code sets a new password once, and signs the user out everywhere', async () => {
    await sign(TEST_PASSWORD);
    await sendResetCode(ctx, user.email.toUpperCase());
    const code = (await readCode(user.email))!;
    await reset(code);
    const sessions = await ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .execute();
    expect(sessions).toEqual([]);
    expect((await sign(NEW_PASSWORD)).user.id).toBe(user.id.toString());
    await expect(sign(TEST_PASSWORD)).rejects.toMatchObject({ reason: 'wrongLogin' });
    await expect(reset(code)).rejects.toMatchObject({ reason: 'codeExpired' });
  });

  test('of two uses of a code at the same time one succeeds', async () => {
    await sendResetCode(ctx, user.email);
    const code = (await readCode(user.email))!;
    const tries = await Promise.allSettled([reset(code), reset(code)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('after five wrong codes even the right one is refused', async () => {
    await sendResetCode(ctx, user.email);
    const code = (await readCode(user.email))!;
    for (let i = 0; i < 5; i += 1) {
      await expect(reset(wrongFor(code))).rejects.toMatchObject({ reason: 'codeWrong' });
    }
    await expect(reset(code)).rejects.toMatchObject({ reason: 'tooManyTries' });
    expect((await sign(TEST_PASSWORD)).user.id).toBe(user.id.toString());
  });

  test('the fifth attempt may be the right one', async () => {
    await sendResetCode(ctx, user.email);
    const code = (await readCode(user.email))!;
    for (let i = 0; i < 4; i += 1) await reset(wrongFor(code)).catch(() => undefined);
    await reset(code);
  });

  test('a weak new password costs no attempt', async () => {
    await sendResetCode(ctx, user.email);
    const code = (await readCode(user.email))!;
    for (let i = 0; i < 9; i += 1) {
      const weak = resetPassword(ctx, { email: user.email, code, password: 'qwerty' });
      await expect(weak).rejects.toMatchObject({ reason: 'passwordTooCommon' });
    }
    await reset(code);
  });

  test('a code ends after ten minutes', async () => {
    await sendResetCode(ctx, user.email);
    const code = (await readCode(user.email))!;
    world.clock.advance(10 * MINUTE);
    await expect(reset(code)).rejects.toMatchObject({ reason: 'codeExpired' });
    expect(await readCode(user.email)).toBeNull();
  });

  test('a new code comes after a minute and replaces the old', async () => {
    await sendResetCode(ctx, user.email);
    const old = (await readCode(user.email))!;
    world.clock.advance(MINUTE - 1);
    await expect(sendResetCode(ctx, user.email)).rejects.toMatchObject({ reason: 'codeStillValid' });
    world.clock.advance(1);
    await sendResetCode(ctx, user.email);
    let code = (await readCode(user.email))!;
    while (code === old) code = (await readCode(user.email))!;
    await expect(reset(old)).rejects.toMatchObject({ reason: 'codeWrong' });
    await reset(code);
  });

  test('of many requests for one address at the same time one is served', async () => {
    // Open connections, so that they really ask at the same time where the database takes several.
    await Promise.all(Array.from({ length: 6 }, () => world.pool.query('select pg_sleep(0.03)')));
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => sendResetCode(ctx, user.email)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listMails(user.email)).toHaveLength(1);
  });

  test('at most five codes an hour and twenty a day', async () => {
    const spent = { reason: 'tooManyTries' };
    for (let i = 0; i < 20; i += 1) {
      await sendResetCode(ctx, user.email);
      world.clock.advance(MINUTE);
      if (i % 5 < 4) continue;
      await expect(sendResetCode(ctx, user.email)).rejects.toMatchObject(spent);
      world.clock.advance(60 * MINUTE);
    }
    await expect(sendResetCode(ctx, user.email)).rejects.toMatchObject(spent);
    world.clock.advance(24 * 60 * MINUTE);
    await sendResetCode(ctx, user.email);
  });

  test('a stranger uses up neither the mails nor the attempts of the owner', async () => {
    const home = { ...ctx, address: origin.address };
    await openSession(ctx, user, origin);
    const mails = async () => (await listMails(user.email)).length;
    const stranger = (i: number) => ({ ...ctx, address: `198.51.100.${i}` });
    for (let i = 0; i < 12; i += 1) await sendResetCode(stranger(i), user.email);
    const { request } = await sendResetCode(home, user.email);
    const code = (await readCode(user.email))!;
    expect(code).toMatch(/^\d{6}$/);
    const tries = { email: user.email, password: 'new and quiet' };
    for (let i = 0; i < 12; i += 1) {
      const wrong = resetPassword(stranger(i), { ...tries, code: wrongFor(code) });
      await expect(wrong).rejects.toMatchObject({ reason: 'codeWrong' });
    }
    // From any network of the owner: the request identifies them.
    await resetPassword({ ...ctx, address: '192.0.2.77' }, { ...tries, code, request });
    expect(await mails()).toBe(13);
    const mailed = await ctx.db
      .selectFrom('mailed_codes')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(Number(mailed.count)).toBe(4);
  });

  test('an unknown address gets the same answers, limits and rows, but no code', async () => {
    const unknown = `nobody-${user.email}`;
    const answers = async (email: string): Promise<string[]> => {
      const told: string[] = [];
      const tell = (step: Promise<unknown>) =>
        step.then(
          () => told.push('ok'),
          (error: { reason: string }) => told.push(error.reason),
        );
      await tell(reset('123456', email));
      await tell(sendResetCode(ctx, email));
      await tell(sendResetCode(ctx, email));
      const code = (await readCode(email)) ?? '123456';
      for (let i = 0; i < 6; i += 1) await tell(reset(wrongFor(code), email));
      world.clock.advance(10 * MINUTE);
      await tell(reset(code, email));
      return told;
    };
    const known = await answers(user.email);
    expect(await answers(unknown)).toEqual(known);
    expect(known).toEqual([
      'codeWrong',
      'ok',
      'codeStillValid',
      ...Array.from({ length: 5 }, () => 'codeWrong'),
      'tooManyTries',
      'codeExpired',
    ]);
    expect(await listMails(unknown)).toMatchObject([{ kind: RESET_MAIL, state: 'queued' }]);
    expect(await readCode(unknown)).toBeNull();
  });

  test('the code cannot be read from the database, nor found without the key by trying all', async () => {
    await sendResetCode(ctx, user.email);
    const code = (await readCode(user.email))!;
    const row = await ctx.db
      .selectFrom('mailed_codes')
      .select(['id', 'code_hash'])
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    const otherKeys = new Keyring(new Map([['k1', randomBytes(32)]]), randomBytes(32));
    expect(row.code_hash).toBe(hashCode(ctx.keyring, row.id, code));
    expect(row.code_hash).not.toBe(hashCode(otherKeys, row.id, code));
    expect(row.code_hash).not.toBe(hashCode(ctx.keyring, row.id + 1n, code));
  });

  test('an admin needs twelve characters here too', async () => {
    const { user: owner } = await createOwner(ctx);
    await sendResetCode(ctx, owner.email);
    const code = (await readCode(owner.email))!;
    const short = resetPassword(ctx, { email: owner.email, code, password: 'quay-42x' });
    await expect(short).rejects.toMatchObject({ reason: 'invalidFormat' });
    await resetPassword(ctx, { email: owner.email, code, password: NEW_PASSWORD });
  });

  test('a frozen user stays frozen', async () => {
    await setUserStatus({ ...ctx, actor: { kind: 'system', job: 'test' } }, user.id, 'frozen');
    await sendResetCode(ctx, user.email);
    await reset((await readCode(user.email))!);
    await expect(sign(NEW_PASSWORD)).rejects.toMatchObject({ reason: 'accountFrozen' });
  });

  test('the sweep deletes what no longer counts and keeps the rest', async () => {
    const DAY = 24 * 60 * MINUTE;
    await sign(TEST_PASSWORD);
    await sendResetCode(ctx, user.email);
    const count = async () => [
      (await ctx.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).length,
      (await ctx.db.selectFrom('mailed_codes').select('id').where('user_id', '=', user.id).execute()).length,
    ];
    world.clock.advance(DAY);
    await sweepSessions(ctx);
    expect(await count()).toEqual([1, 1]);
    world.clock.advance(1);
    await sweepSessions(ctx);
    expect(await count()).toEqual([1, 0]);
    world.clock.advance(29 * DAY);
    await sweepSessions(ctx);
    expect(await count()).toEqual([0, 0]);
  });
});

describe('an owner without password or code', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await createTestShop();
  });

  test('the command lets a lone owner back in, is audited, and raises an alarm', async () => {
    const { user, headers } = await signInAdmin(shop.ctx);
    await shop.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', user.id).execute();
    const password = 'what the command printed';
    await recoverOwner(shop.app.systemCtx('command: recover-owner'), { username: user.username, password });
    expect((await shop.call('GET', '/api/auth/me', undefined, headers)).code).toBe(401);
    const body = { username: user.username, password };
    const { data } = await shop.call('POST', '/api/auth/login', body);
    expect([data.two_factor, data.to_do]).toEqual([false, 'password']);
    await watchMoney(shop.app.systemCtx('test'));
    const { findings } = await shop.ctx.db
      .selectFrom('alarms')
      .selectAll()
      .where('kind', '=', 'ownerRecovered')
      .executeTakeFirstOrThrow();
    expect(findings).toMatchObject([{ code: 'ownerRecovered', facts: { user: user.username } }]);
  });

  test('it serves owners only, and the server only', async () => {
    const { user } = await createPerson(shop.ctx);
    const wanted = { username: user.username, password: 'what the command printed' };
    const system = shop.app.systemCtx('command: recover-owner');
    await expect(recoverOwner(system, wanted)).rejects.toMatchObject({ reason: 'notFound' });
    const clerk = await signInAdmin(shop.ctx, ['user.write']);
    const asClerk = { ...wanted, username: clerk.user.username };
    await expect(recoverOwner(system, asClerk)).rejects.toMatchObject({ reason: 'notFound' });
    await expect(recoverOwner(clerk.ctx, asClerk)).rejects.toMatchObject({ reason: 'noPermission' });
  });

  test('only one of the two may be taken away', async () => {
    const { user } = await signInAdmin(shop.ctx);
    const system = shop.app.systemCtx('command: owner');
    const factors = () =>
      shop.ctx.db.selectFrom('two_factors').selectAll().where('user_id', '=', user.id).execute();
    const hash = async () => (await findUser(shop.ctx.db, user.id))!.password_hash;
    const [before, had] = [await hash(), (await factors()).length];
    await recoverOwner(system, {
      username: user.username,
      password: 'what is printed',
      keepsTwoFactor: true,
    });
    expect(await factors()).toHaveLength(had);
    const given = await hash();
    expect(given).not.toBe(before);
    await recoverOwner(system, { username: user.username, password: null });
    expect(await factors()).toEqual([]);
    expect(await hash()).toBe(given);
  });

  test('an owner is added by the server only, is audited, and must change the password', async () => {
    const name = `second-${Date.now()}`;
    const wanted = { username: name, email: `${name}@example.test`, password: 'what the command printed' };
    await addOwner(shop.app.systemCtx('command: owner make'), wanted);
    const { data } = await shop.call('POST', '/api/auth/login', {
      username: name,
      password: wanted.password,
    });
    expect(data.to_do).toBe('password');
    const entry = await shop.ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: 'owner.recover',
      job: 'command: owner make',
      after: { added: true },
    });
    await expect(addOwner(shop.app.systemCtx('x'), wanted)).rejects.toMatchObject({ reason: 'userExists' });
    const owner = await signInAdmin(shop.ctx);
    await expect(addOwner(owner.ctx, wanted)).rejects.toMatchObject({ reason: 'noPermission' });
  });
});
