import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { mailRenderers } from '../../compose/compose.ts';
import type { MailRenderer } from '../../platform/mail/mailer.ts';
import { signInAdmin, createPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { applyDueProposals } from '../approvals/index.ts';
import type { UserRow } from '../users/index.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createWorld } from '../../testing/world.ts';
import { CONFIRM_CODE_MAIL, renderConfirmCode, sendConfirmCode } from './change-email.ts';

/** Moving to another e-mail address, on the wire and in the mail. */

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

let user: UserRow;
let token: string;
let target: string;
beforeEach(async () => {
  shop.clock.advance(10 * MINUTE_MS);
  ({ user } = await createPerson(shop.ctx));
  token = await signIn();
  target = `new-${user.email}`;
});

const signIn = async (password = TEST_PASSWORD): Promise<string> =>
  (await shop.call('POST', '/api/auth/login', { username: user.username, password })).data.token;
const ask = (email = target, password = TEST_PASSWORD, as = token): Promise<Answer> =>
  shop.call('POST', '/api/auth/email/code', { email, password }, bearer(as));
const change = (code: string): Promise<Answer> =>
  shop.call('PUT', '/api/auth/email', { code }, bearer(token));
const me = (as = token) => shop.call('GET', '/api/auth/me', undefined, bearer(as));
const wrongFor = (code: string): string => (code === '123456' ? '654321' : '123456');

/** The mails to an address as their reader finds them, oldest first; null for one that is never sent. */
async function readMails(recipient: string) {
  const { db } = shop.ctx;
  const rows = db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id');
  const mails = [];
  for (const { kind, reference } of await rows.execute())
    mails.push(await (mailRenderers.get(kind) as MailRenderer)(shop.ctx, reference, recipient));
  return mails;
}
const readCode = async (recipient = target): Promise<string> =>
  /^\d{6}/.exec((await readMails(recipient)).at(-1)!.text)![0];

test('whoever reads the new address can change to it: the former one is notified, other sessions end', async () => {
  const other = await signIn();
  expect((await ask()).code).toBe(200);
  expect((await me()).data.user.email).toBe(user.email);
  const code = await readCode();
  expect((await change(wrongFor(code))).code).toBe(100_002);
  expect((await change(code)).code).toBe(200);
  expect((await me()).data.user.email).toBe(target);
  expect((await me(other)).code).toBe(401);
  expect((await change(code)).code).toBe(100_003);
  const [notice] = await readMails(user.email);
  expect(notice!.text).toContain(user.username);
  expect(notice!.text).not.toContain(target);
});

test("it needs the user's password and a different address", async () => {
  expect((await ask(target, 'not it at all')).code).toBe(200_004);
  expect((await ask(user.email.toUpperCase())).code).toBe(519);
  expect((await change('123456')).code).toBe(100_002);
  expect(await readMails(target)).toEqual([]);
});

test('with a second factor it needs a fresh code', async () => {
  const post = (path: string, body: unknown) => shop.call('POST', `/api/auth/${path}`, body, bearer(token));
  const { secret } = (await post('two-factor', { password: TEST_PASSWORD })).data;
  const totp = () => ({
    totp_code: TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: shop.clock.now().getTime(),
    }),
  });
  await post('two-factor/confirm', totp());
  shop.clock.advance(5 * MINUTE_MS + 1);
  expect((await ask()).code).toBe(300_017);
  await post('step-up', totp());
  expect((await ask()).code).toBe(200);
});

test('a taken address is answered like a free one; its owner is notified, no one gets a code', async () => {
  const { user: owner } = await createPerson(shop.ctx, { language: 'ru' });
  const answers = async (email: string) => {
    const told = [await ask(email), await ask(email), await change('123456'), await change('123456')];
    shop.clock.advance(10 * MINUTE_MS);
    return [...told, await change('123456')].map(({ status, code, data }) => [status, code, data]);
  };
  const free = await answers(target);
  expect(await answers(owner.email.toUpperCase())).toEqual(free);
  expect(free.map(([, code]) => code)).toEqual([200, 100_004, 100_002, 100_002, 100_003]);
  const [mail] = await readMails(owner.email.toUpperCase());
  expect(mail!.subject).toContain('ваш адрес');
  expect(mail!.text).toContain(owner.username);
  expect(mail!.text).not.toMatch(/\b\d{6}\b|@/);
  expect(mail!.text).not.toContain(user.username);
});

test('an address that is taken before the code is entered stays with its owner', async () => {
  await ask();
  const code = await readCode();
  await createPerson(shop.ctx, { email: target });
  expect((await change(code)).code).toBe(400_008);
  expect((await me()).data.user.email).toBe(user.email);
});

test('a code is valid for ten minutes and five attempts, and is replaced by a newer one after a minute', async () => {
  await ask();
  const old = await readCode();
  shop.clock.advance(MINUTE_MS - 1);
  expect((await ask(`other-${target}`)).code).toBe(100_004);
  shop.clock.advance(1);
  expect((await ask(`other-${target}`)).code).toBe(200);
  let code = await readCode(`other-${target}`);
  while (code === old) code = await readCode(`other-${target}`);
  expect((await change(old)).code).toBe(100_002);
  for (let i = 0; i < 4; i += 1) expect((await change(wrongFor(code))).code).toBe(100_002);
  expect((await change(code)).code).toBe(500_003);
  shop.clock.advance(10 * MINUTE_MS);
  expect((await change(code)).code).toBe(100_003);
});

test('many users cannot flood one mailbox, nor block a reset by its owner', async () => {
  const { user: owner } = await createPerson(shop.ctx);
  expect((await ask(owner.email)).code).toBe(200);
  const { user: second } = await createPerson(shop.ctx);
  const { token: another } = (
    await shop.call('POST', '/api/auth/login', { username: second.username, password: TEST_PASSWORD })
  ).data;
  expect((await ask(owner.email, TEST_PASSWORD, another)).code).toBe(100_004);
  const reset = (body: object, step = '') => shop.call('POST', `/api/auth/password/${step}`, body);
  expect((await reset({ email: owner.email }, 'code')).code).toBe(200);
  const code = await readCode(owner.email);
  expect((await ask(owner.email, TEST_PASSWORD, another)).code).toBe(100_004);
  expect((await reset({ email: owner.email, code, password: 'another harbour' }, 'reset')).code).toBe(200);
});

test('a reset code is void once the user has changed the address', async () => {
  const { email } = user;
  await shop.call('POST', '/api/auth/password/code', { email });
  const resetCode = await readCode(email);
  await ask();
  expect((await change(await readCode())).code).toBe(200);
  const body = { email, code: resetCode, password: 'another harbour' };
  expect((await shop.call('POST', '/api/auth/password/reset', body)).code).toBe(100_002);
});

test('an address that an admin has set does not replace the one that the user has confirmed meanwhile', async () => {
  const clerk = await signInAdmin(shop.ctx);
  const body = { username: user.username, email: `other-${user.email}` };
  const set = await shop.call('PUT', `/api/users/${user.id}`, body, clerk.headers);
  expect(set.data.email_change.email).toBe(body.email);
  await ask();
  expect((await change(await readCode())).code).toBe(200);
  const { data } = await shop.call('GET', `/api/users/${user.id}`, undefined, clerk.headers);
  expect(data).toMatchObject({ email: target, email_change: null });
  shop.clock.advance(48 * 60 * MINUTE_MS);
  await applyDueProposals(shop.app.systemCtx('test'));
  expect((await me(await signIn())).data.user.email).toBe(target);
});

test("an admin's change of address is audited", async () => {
  const admin = await signInAdmin(shop.ctx);
  await shop.call('POST', '/api/auth/email/code', { email: target, password: TEST_PASSWORD }, admin.headers);
  const moved = await shop.call('PUT', '/api/auth/email', { code: await readCode() }, admin.headers);
  expect(moved.code).toBe(200);
  const entry = await shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'email.change')
    .where('subject', '=', `user:${admin.user.id}`)
    .executeTakeFirstOrThrow();
  expect([entry.before, entry.after]).toEqual([{ email: admin.user.email }, { email: target }]);
});

test('strangers who ask for codes to an address keep nobody from confirming their own', async () => {
  const { ctx, clock } = await createWorld();
  const [owner, stranger, other] = [
    await createPerson(ctx),
    await createPerson(ctx),
    await createPerson(ctx),
  ];
  const { email } = owner.user;
  const ask = async ({ actor }: typeof owner) => {
    await sendConfirmCode({ ...ctx, actor }, email);
    clock.advance(MINUTE_MS);
  };
  const mails = () =>
    ctx.db.selectFrom('mails').select('reference').where('kind', '=', CONFIRM_CODE_MAIL).execute();
  for (let times = 0; times < 20; times += 1) await ask(stranger);
  await expect(ask(stranger)).rejects.toMatchObject({ reason: 'tooManyTries' });
  expect(await mails()).toHaveLength(20);
  // Answered like any other, so that nobody learns whose address it is.
  await ask(other);
  expect(await mails()).toHaveLength(20);
  await ask(owner);
  const sent = await mails();
  expect(sent).toHaveLength(21);
  clock.advance(-MINUTE_MS);
  expect(await renderConfirmCode(ctx, sent.at(-1)!.reference)).not.toBeNull();
});
