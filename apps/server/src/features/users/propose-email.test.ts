import { DAY_MS } from '../../platform/clock.ts';
import { beforeEach, expect, test } from 'vitest';
import { mailRenderers } from '../../compose/compose.ts';
import type { Ctx } from '../../platform/context.ts';
import type { MailRenderer } from '../../platform/mail/mailer.ts';
import {
  signInAdmin,
  turnOnTwoFactor,
  type TestAdmin,
  createPerson,
  TEST_PASSWORD,
} from '../../testing/people.ts';
import { bearer, createFreshShop, type TestShop } from '../../testing/app.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { listProposals } from '../approvals/list-proposals.ts';
import { getUserDetails, type UserRow } from './index.ts';
import { updateUser } from './users.ts';

/** An address that an admin sets waits a day or takes a second person, or one admin could take over any buyer. */

const NEW_PASSWORD = 'another harbour';

let shop: TestShop;
let clerk: TestAdmin;
let user: UserRow;
let target: string;
beforeEach(async () => {
  shop = await createFreshShop();
  clerk = await signInAdmin(shop.ctx, ['user.read', 'user.write']);
  ({ user } = await createPerson(shop.ctx));
  target = `thief-${user.email}`;
});

const setEmail = (email = target, by = clerk, username = user.username) =>
  shop.call('PUT', `/api/users/${user.id}`, { username, email }, by.headers);
const setStatus = (status: 'active' | 'frozen' | 'closed') =>
  shop.call('PUT', `/api/users/${user.id}/status`, { status }, clerk.headers);
const signIn = (password = TEST_PASSWORD, username = user.username) =>
  shop.call('POST', '/api/auth/login', { username, password });

/** The mails to an address as their reader finds them, oldest first; null for one that is never sent. */
async function readMails(recipient: string) {
  const { db } = shop.ctx;
  const rows = db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id');
  const mails = [];
  for (const { kind, reference } of await rows.execute())
    mails.push(await (mailRenderers.get(kind) as MailRenderer)(shop.ctx, reference, recipient));
  return mails;
}

/** Whether whoever reads the address can set the password of a profile. */
async function canReset(email: string): Promise<boolean> {
  shop.clock.advance(60_000);
  await shop.call('POST', '/api/auth/password/code', { email });
  const code = /^\d{6}/.exec((await readMails(email)).findLast((mail) => mail !== null)?.text ?? '')?.[0];
  if (code === undefined) return false;
  return (
    (await shop.call('POST', '/api/auth/password/reset', { email, code, password: NEW_PASSWORD })).code ===
    200
  );
}

const details = () => getUserDetails(shop.ctx.db, user.id);
const proposals = async (by = clerk) =>
  (await listProposals(by.ctx, { query: { subject: `user:${user.id}`, limit: 10 } })).items;
const decide = (verb: 'approve' | 'veto', id: string, by: TestAdmin) =>
  shop.call(
    'POST',
    `/api/proposals/${id}/${verb}`,
    verb === 'veto' ? { reason: 'not asked for' } : undefined,
    by.headers,
  );
const work = () => applyDueProposals(shop.app.systemCtx('test'));
async function wait(ms: number) {
  shop.clock.advance(ms);
  await work();
}

test('an admin who sets the address of a buyer cannot reset their password there', async () => {
  const { token } = (await signIn()).data;
  expect((await setEmail()).code).toBe(200);
  expect(await canReset(target)).toBe(false);
  expect((await signIn(NEW_PASSWORD)).code).not.toBe(200);
  expect((await shop.call('GET', '/api/auth/me', undefined, bearer(token))).data.user.email).toBe(user.email);
});

test('the answer has the address in force, and the one that takes effect after a day', async () => {
  const at = new Date(shop.clock.now().getTime() + DAY_MS).toISOString();
  const { data } = await setEmail();
  expect(data).toMatchObject({ email: user.email, email_change: { email: target, takes_effect_at: at } });
  expect((await setEmail()).code).toBe(200);
  expect((await proposals()).length).toBe(1);
  expect((await setEmail(`third-${target}`)).code).toBe(300_021);
  const kept = await setEmail(user.email, clerk, `renamed-${user.username}`);
  expect(kept.data).toMatchObject({ username: `renamed-${user.username}`, email_change: null });
});

test('after a day the change is made: sessions end, and each address was told what it needs', async () => {
  const { token } = (await signIn()).data;
  await setEmail();
  await wait(DAY_MS - 1);
  const { token: later } = (await signIn()).data;
  await wait(1);
  for (const session of [token, later])
    expect((await shop.call('GET', '/api/auth/me', undefined, bearer(session))).code).toBe(401);
  expect(await details()).toMatchObject({ email: target, email_change: null });
  expect(await canReset(target)).toBe(true);
  const [, replaced] = await readMails(user.email);
  expect(replaced!.text).toContain(user.username);
  expect(replaced!.text).not.toContain(target);
});

test('the address in force is told at once when the change takes effect and how to stop it', async () => {
  await setEmail();
  const [notice, ...more] = await readMails(user.email);
  expect([more, await readMails(target)]).toEqual([[], []]);
  expect(notice!.text).toContain(user.username);
  expect(notice!.text).toContain('(UTC)');
  expect(notice!.text).not.toContain(target);
});

test('a second person makes it take effect at once; an agreed change cannot be agreed to again', async () => {
  const [colleague, other] = [await signInAdmin(shop.ctx, ['user.write']), await signInAdmin(shop.ctx)];
  await setEmail();
  const { id } = (await proposals())[0]!;
  expect((await proposals(colleague))[0]!.can_approve).toBe(true);
  expect((await decide('approve', id, clerk)).code).not.toBe(200);
  expect((await decide('approve', id, colleague)).data.state).toBe('applied');
  expect(await details()).toMatchObject({ email: target, email_change: null });
  expect((await decide('approve', id, other)).code).not.toBe(200);
  expect(await readMails(user.email)).toEqual([null, expect.anything()]);
});

test('admins who may change users can reject it, no other admin, and so can the owner of the profile', async () => {
  const { token } = (await signIn()).data;
  const own = (method: string) => shop.call(method, '/api/auth/email/change', undefined, bearer(token));
  expect((await own('GET')).data).toBe(null);
  expect((await own('DELETE')).status).toBe(404);
  await setEmail();
  expect((await own('GET')).data.email).toBe(target);
  expect((await own('DELETE')).code).toBe(200);
  expect((await own('GET')).data).toBe(null);
  expect(await readMails(user.email)).toEqual([null]);
  await setEmail();
  const supporter = await signInAdmin(shop.ctx, ['support.read']);
  const { id } = (await proposals())[0]!;
  expect((await decide('veto', id, supporter)).status).toBe(404);
  const editor = await signInAdmin(shop.ctx, ['user.write']);
  expect((await decide('veto', id, editor)).data.state).toBe('vetoed');
  await wait(DAY_MS);
  expect((await details()).email).toBe(user.email);
});

test('an address is free when it is set, and when it takes effect; else nothing changes', async () => {
  const { user: owner } = await createPerson(shop.ctx);
  expect((await setEmail(owner.email.toUpperCase())).code).toBe(400_008);
  const { token } = (await signIn()).data;
  await setEmail();
  await createPerson(shop.ctx, { email: target });
  await wait(DAY_MS);
  expect((await proposals())[0]).toMatchObject({ state: 'failed', outcome_error: 'userExists' });
  expect((await shop.call('GET', '/api/auth/me', undefined, bearer(token))).data.user.email).toBe(user.email);
});

test('an address set before its user became an admin of equal rights does not take effect', async () => {
  await setEmail();
  await shop.ctx.db
    .updateTable('users')
    .set({ role_id: clerk.user.role_id })
    .where('id', '=', user.id)
    .execute();
  await wait(DAY_MS);
  expect((await proposals())[0]).toMatchObject({ state: 'failed', outcome_error: 'noPermission' });
  expect((await details()).email).toBe(user.email);
});

test('the address of an admin with fewer permissions waits too, and they are no second person to it', async () => {
  const owner = await signInAdmin(shop.ctx);
  const lesser = await signInAdmin(shop.ctx, ['user.write']);
  user = lesser.user;
  expect((await setEmail(target, owner)).data).toMatchObject({ email: user.email });
  const { id } = (await proposals())[0]!;
  expect((await decide('approve', id, lesser)).code).not.toBe(200);
  expect((await setEmail(target, lesser)).code).not.toBe(200);
  expect(await canReset(target)).toBe(false);
});

test('removing the second factor and the sessions as well opens nothing sooner', async () => {
  const all = ['user.read', 'user.write', 'user.twoFactor', 'user.sessions', 'user.status', 'order.deliver'];
  clerk = await signInAdmin(shop.ctx, all);
  await turnOnTwoFactor(shop.ctx, user);
  await setEmail(target, clerk, 'renamed');
  for (const path of ['two-factor', 'sessions'])
    expect((await shop.call('DELETE', `/api/users/${user.id}/${path}`, undefined, clerk.headers)).code).toBe(
      200,
    );
  expect(await canReset(target)).toBe(false);
  expect((await signIn(NEW_PASSWORD, 'renamed')).code).not.toBe(200);
  expect(await canReset(user.email)).toBe(true);
  expect((await signIn(NEW_PASSWORD, 'renamed')).code).toBe(200);
});

test.each([
  ['blocked', () => setStatus('frozen')],
  ['closed', () => setStatus('closed')],
  ['renamed', () => setEmail(target, clerk, 'renamed')],
] as const)('who is %s while an address waits, and could not reject it, keeps theirs', async (_, act) => {
  clerk = await signInAdmin(shop.ctx, ['user.read', 'user.write', 'user.status']);
  await setEmail();
  expect((await act()).code).toBe(200);
  expect((await proposals()).at(-1)!.state).toBe('vetoed');
  expect(await canReset(target)).toBe(false);
});

test('whoever reads the address in force keeps it by resetting the password there', async () => {
  await setEmail();
  expect(await canReset(user.email)).toBe(true);
  await wait(DAY_MS);
  expect((await proposals())[0]!.state).toBe('vetoed');
  expect((await details()).email).toBe(user.email);
});

test('a blocked user is given no other address', async () => {
  clerk = await signInAdmin(shop.ctx, ['user.read', 'user.write', 'user.status']);
  await setStatus('frozen');
  expect((await setEmail()).code).toBe(300_093);
  expect(await proposals()).toEqual([]);
});

test('the name that a user had goes to nobody else, and back to them', async () => {
  const { user: accomplice } = await createPerson(shop.ctx);
  const victim = user;
  expect((await setEmail(victim.email, clerk, 'renamed')).code).toBe(200);
  user = accomplice;
  expect((await setEmail(accomplice.email, clerk, victim.username.toUpperCase())).code).toBe(300_061);
  user = victim;
  expect((await setEmail(victim.email)).code).toBe(200);
});

test('test money does not wait', async () => {
  const play: Ctx = { ...clerk.ctx, isSandbox: true };
  const input = {
    params: { id: String(user.id) },
    body: { username: user.username, email: target, language: 'en' },
  } as const;
  expect(await updateUser(play, input)).toMatchObject({ email: target, email_change: null });
});
