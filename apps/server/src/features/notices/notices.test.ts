import { errors } from '@portside/contract';
import { expect, test } from 'vitest';
import { mailRenderers } from '../../compose/compose.ts';
import { bearer, createTestShop } from '../../testing/app.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { MailRenderer } from '../../platform/mail/mailer.ts';
import { propose } from '../approvals/index.ts';
import { signInAdmin } from '../../testing/people.ts';
import { countUnread, notify, notifyStaff, sweepNotices } from './index.ts';

const shop = await createTestShop();
const BATCHES = '/api/admin/redeem-batches';

type Registered = Awaited<ReturnType<typeof shop.register>>;
const list = async ({ token }: Pick<Registered, 'token'>, query = '', language = 'en') =>
  (
    await shop.call('GET', `/api/notices${query}`, undefined, {
      ...bearer(token),
      'accept-language': language,
    })
  ).data;
const mailsTo = ({ email }: Registered) =>
  shop.ctx.db
    .selectFrom('mails')
    .select(['kind', 'reference'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
const choose = (user: Registered, event: string, byMail: boolean) =>
  shop.call('PUT', '/api/notices/choices', { event, by_mail: byMail }, bearer(user.token));

async function redeemOne(user: Registered): Promise<void> {
  // Batches of earlier tests count no more.
  shop.clock.advance(2 * DAY_MS);
  const ann = await signInAdmin(shop.ctx);
  const terms = { note: 'autumn fair', value: '5', codes: 1 };
  const { data } = await shop.call('POST', BATCHES, terms, ann.headers);
  const issued = await shop.call('POST', `${BATCHES}/${data.id}/codes`, undefined, ann.headers);
  const body = { code: issued.data.codes[0] };
  expect((await shop.call('POST', '/api/redeem-codes', body, bearer(user.token))).code).toBe(200);
}

async function signInFrom({ username }: Registered, remoteAddress: string, password = 'harbour-9') {
  const answer = await shop.app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    payload: { username, password },
    remoteAddress,
  });
  expect(answer.json().code).toBe(200);
  return { token: answer.json().data.token as string };
}

test('what happened is listed in the reader’s language, unread until it is read, and mailed', async () => {
  const user = await shop.register();
  expect(await list(user)).toEqual({ items: [], next_cursor: null, total: null, unread: 0, newest: null });
  await redeemOne(user);
  const { items, unread } = await list(user);
  expect(items).toMatchObject([
    {
      event: 'codeRedeemed',
      title: 'Gift code redeemed: 5.00 USDT',
      lines: ['Your gift code has added 5.00 USDT to your balance.'],
      quote: null,
      path: '/client/personal-information',
      is_read: false,
    },
  ]);
  expect(unread).toBe(1);
  expect((await list(user, '', 'ru')).items[0].title).toMatch(/^Подарочный код/);
  expect(await mailsTo(user)).toMatchObject([{ kind: 'code-redeemed' }]);
  const [mail] = await mailsTo(user);
  const render = mailRenderers.get(mail!.kind) as MailRenderer;
  expect((await render(shop.ctx, mail!.reference, user.email))?.subject).toContain(
    'gift code redeemed: 5.00',
  );

  const read = await shop.call('POST', '/api/notices/read', { up_to: items[0].id }, bearer(user.token));
  expect(read.data).toEqual({ unread: 0 });
  expect((await list(user)).items[0].is_read).toBe(true);
  await redeemOne(user);
  expect((await list(user)).unread).toBe(1);
});

test('nobody sees or reads the notices of others', async () => {
  const [user, other] = [await shop.register(), await shop.register()];
  await redeemOne(user);
  const [notice] = (await list(user)).items;
  expect((await list(other)).items).toEqual([]);
  await shop.call('POST', '/api/notices/read', { up_to: notice.id }, bearer(other.token));
  expect((await list(user)).unread).toBe(1);
  expect((await shop.call('GET', '/api/notices')).code).toBe(errors.notSignedIn.code);
});

test('mails can be switched off, but for those that an intruder would hide', async () => {
  const user = await shop.register();
  expect((await choose(user, 'codeRedeemed', false)).data).toEqual({
    event: 'codeRedeemed',
    is_staff: false,
    by_page: true,
    by_mail: false,
    by_telegram: true,
    ways: ['mail', 'telegram'],
    can_be_switched: true,
  });
  await redeemOne(user);
  expect((await list(user)).unread).toBe(1);
  expect(await mailsTo(user)).toEqual([]);
  expect((await choose(user, 'signedInElsewhere', false)).code).toBe(errors.invalidFormat.code);
  expect((await choose(user, 'accountsReplaced', true)).code).toBe(errors.invalidFormat.code);
  const { items } = (await shop.call('GET', '/api/notices/choices', undefined, bearer(user.token))).data;
  const unmailed = [
    'codeRedeemed',
    'orderDelivered',
    'deliveryFailed',
    'accountsReplaced',
    'standingOrderPlaced',
  ];
  const without = items.filter((one: { by_mail: boolean }) => !one.by_mail);
  expect(without).toMatchObject(unmailed.map((event) => ({ event })));
  expect(items.some((one: { is_staff: boolean }) => one.is_staff)).toBe(false);
  await choose(user, 'codeRedeemed', true);
  await redeemOne(user);
  const [mail, ...others] = await mailsTo(user);
  expect(others).toEqual([]);
  // Switched off while it waited to be sent.
  const render = mailRenderers.get(mail!.kind) as MailRenderer;
  expect(await render(shop.ctx, mail!.reference, user.email)).not.toBeNull();
  await choose(user, 'codeRedeemed', false);
  expect(await render(shop.ctx, mail!.reference, user.email)).toBeNull();
});

test('a sign-in from a network that was never used is told, also once its session is over', async () => {
  const user = await shop.register();
  await signInFrom(user, '127.0.0.1');
  expect((await list(user)).items).toEqual([]);
  const thief = await signInFrom(user, '198.51.100.7');
  await shop.call('POST', '/api/auth/logout', undefined, bearer(thief.token));
  await signInFrom(user, '198.51.99.8');
  const { items } = await list(user);
  expect(items).toMatchObject([{ event: 'signedInElsewhere', title: 'New sign-in' }]);
  expect(items[0].lines.join(' ')).toMatch(/198\.51\.100\.7, .* UTC\. Browser: Mozilla/);
  expect(await mailsTo(user)).toMatchObject([{ kind: 'signed-in-elsewhere' }]);
});

test('the same thing is told once, a user who cannot sign in is told nothing, and a page is shorter for what is gone', async () => {
  const user = await shop.register();
  const userId = BigInt(user.id);
  const gone = { userId, event: 'codeRedeemed', reference: 4_000_000n } as const;
  await notify(shop.ctx, gone);
  await notify(shop.ctx, gone);
  expect(await countUnread(shop.ctx.db, userId)).toBe(1);
  await redeemOne(user);
  expect((await list(user, '?limit=1')).items).toHaveLength(1);
  const { next_cursor: next } = await list(user, '?limit=1');
  expect((await list(user, `?limit=1&cursor=${next}`)).items).toEqual([]);
  await shop.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', userId).execute();
  await notify(shop.ctx, { ...gone, reference: 4_000_001n });
  expect(await countUnread(shop.ctx.db, userId)).toBe(2);
});

test('notices go after 90 days', async () => {
  const user = await shop.register();
  await redeemOne(user);
  shop.clock.advance(90 * DAY_MS - 1_000);
  await sweepNotices(shop.ctx);
  expect(await countUnread(shop.ctx.db, BigInt(user.id))).toBe(1);
  shop.clock.advance(2_000);
  expect(await sweepNotices(shop.ctx)).toEqual({ more: false });
  expect(await countUnread(shop.ctx.db, BigInt(user.id))).toBe(0);
});

type Admin = Awaited<ReturnType<typeof signInAdmin>>;
const told = async ({ headers }: Admin): Promise<{ event: string; path: string; title: string }[]> =>
  (await shop.call('GET', '/api/notices', undefined, headers)).data.items;
const write = (user: Registered, text = 'Where is my order?') =>
  shop.call('POST', '/api/support/messages', { text }, bearer(user.token));
const mailKinds = async ({ user }: Admin) =>
  (await mailsTo({ email: user.email } as Registered)).map(({ kind }) => kind);

test('staff are told of what their role may act on, and nobody else', async () => {
  const answers = await signInAdmin(shop.ctx, ['support.read', 'support.answer']);
  const reads = await signInAdmin(shop.ctx, ['support.read']);
  const takesDown = await signInAdmin(shop.ctx, ['report.read', 'report.settle']);
  const user = await shop.register();
  await write(user);
  const report = {
    email: 'owner@example.test',
    subject: 'Mine',
    explanation: 'These accounts are mine, all of them.',
  };
  expect((await shop.call('POST', '/api/reports', report)).code).toBe(200);
  expect(await told(answers)).toMatchObject([
    {
      event: 'supportAsked',
      path: `/admin/support?user=${user.id}`,
      title: `Message to support from ${user.username}`,
    },
  ]);
  expect(await told(reads)).toEqual([]);
  expect(await told(takesDown)).toMatchObject([{ event: 'reportReceived' }]);
  // By default a takedown request is mailed, and a message to support is not.
  expect(await mailKinds(takesDown)).toEqual(['report-received']);
  expect(await mailKinds(answers)).toEqual([]);
  expect((await list(user)).items).toEqual([]);
});

test('the colleague who has taken a conversation is told, and the others are not', async () => {
  const [ann, bob] = [
    await signInAdmin(shop.ctx, ['support.read', 'support.answer']),
    await signInAdmin(shop.ctx, ['support.answer']),
  ];
  const user = await shop.register();
  const path = `/api/admin/support/conversations/${user.id}/assignee`;
  expect((await shop.call('PUT', path, { assignee: ann.user.id.toString() }, ann.headers)).code).toBe(200);
  await write(user);
  expect(await told(ann)).toHaveLength(1);
  expect(await told(bob)).toEqual([]);
});

test('the same is not told twice within five minutes, and other things are', async () => {
  const ann = await signInAdmin(shop.ctx, ['support.read', 'support.answer']);
  const [user, other] = [await shop.register(), await shop.register()];
  await write(user);
  await write(user, 'Hello?');
  await write(other);
  expect(await told(ann)).toHaveLength(2);
  shop.clock.advance(5 * MINUTE_MS + 1);
  await write(user, 'Is anybody there?');
  expect(await told(ann)).toHaveLength(3);
});

test('what was over and comes again within five minutes is told at their end, by mail once', async () => {
  const ann = await signInAdmin(shop.ctx, ['support.read', 'support.answer']);
  await choose({ token: ann.headers['authorization']!.slice(7) } as Registered, 'supportAsked', true);
  const user = await shop.register();
  const ask = async (text: string): Promise<string> => (await write(user, text)).data.id;
  const read = (upTo: string) =>
    shop.call('POST', `/api/admin/support/conversations/${user.id}/read`, { up_to: upTo }, ann.headers);
  const [{ db }, { email }] = [shop.ctx, ann.user];
  const queued = () =>
    db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('id').execute();
  const start = shop.clock.now().getTime();
  await read(await ask('Where is it?'));
  shop.clock.advance(2 * MINUTE_MS);
  await ask('And now?');
  const last = await ask('Hello?');
  const mails = await queued();
  expect(mails.map(({ next_at }) => next_at.getTime() - start)).toEqual([0, 5 * MINUTE_MS]);
  const { items } = (await shop.call('GET', '/api/notices', undefined, ann.headers)).data;
  const now = shop.clock.now().toISOString();
  expect(items).toMatchObject([{ created_at: now }, { event: 'supportAsked' }]);
  const letter = () =>
    (mailRenderers.get('support-asked') as MailRenderer)(shop.ctx, mails[1]!.reference, email);
  expect(await letter()).not.toBeNull();
  await read(last);
  expect(await letter()).toBeNull();
  // The one that waits tells of the next, until it is sent; then it is the earlier one.
  const next = await ask('Thanks, and?');
  expect(await queued()).toHaveLength(2);
  shop.clock.advance(5 * MINUTE_MS);
  await read(next);
  await ask('One more');
  expect((await queued()).at(-1)!.next_at.getTime() - start).toBe(10 * MINUTE_MS);
});

test('staff choose each way for each kind, and their page is not counted as unread where they left it out', async () => {
  const ann = await signInAdmin(shop.ctx, ['support.read', 'support.answer']);
  const put = (body: object) =>
    shop.call('PUT', '/api/notices/choices', { event: 'supportAsked', ...body }, ann.headers);
  expect((await put({ by_page: false, by_mail: true })).data).toMatchObject({
    is_staff: true,
    by_page: false,
    by_mail: true,
    ways: ['page', 'mail', 'telegram'],
  });
  const user = await shop.register();
  await write(user);
  expect(await told(ann)).toEqual([]);
  expect(await countUnread(shop.ctx.db, ann.user.id)).toBe(0);
  expect(await mailKinds(ann)).toEqual(['support-asked']);
  const { items } = (await shop.call('GET', '/api/notices/choices', undefined, ann.headers)).data;
  const kinds = items
    .filter((one: { is_staff: boolean }) => one.is_staff)
    .map((one: { event: string }) => one.event);
  expect(kinds).toEqual(['alarmRaised', 'proposalWaiting', 'supportAsked', 'supportAssigned']);
  expect((await put({})).code).toBe(errors.invalidFormat.code);
});

test('a colleague is told of a conversation that another one assigns, and not of what they take or have', async () => {
  const [ann, bob] = [
    await signInAdmin(shop.ctx, ['support.read', 'support.answer']),
    await signInAdmin(shop.ctx, ['support.read', 'support.answer']),
  ];
  const user = await shop.register();
  const assign = async (by: Admin, to?: Admin) => {
    const path = `/api/admin/support/conversations/${user.id}/assignee`;
    const body = to ? { assignee: String(to.user.id) } : {};
    expect((await shop.call('PUT', path, body, by.headers)).code).toBe(200);
  };
  await assign(ann, ann);
  expect(await told(ann)).toEqual([]);
  await assign(ann, bob);
  await assign(ann, bob);
  expect([await told(ann), await mailKinds(bob)]).toEqual([[], []]);
  const title = `Conversation with ${user.username} assigned to you`;
  const lines = [`${ann.user.username} has assigned it to you.`];
  const path = `/admin/support?user=${user.id}`;
  expect(await told(bob)).toMatchObject([{ event: 'supportAssigned', title, lines, path }]);
  // Given back and again.
  await assign(bob);
  await assign(ann, bob);
  expect(await told(bob)).toHaveLength(2);
});

test('of a proposal those are told who may be its second person, not who proposed it', async () => {
  const [ann, bob] = [
    await signInAdmin(shop.ctx, ['settings.write']),
    await signInAdmin(shop.ctx, ['settings.write']),
  ];
  const clerk = await signInAdmin(shop.ctx, ['settings.read']);
  await propose(ann.ctx, {
    kind: 'limitRaiseApproved',
    subject: 'settings:refund_approval_above',
    terms: { limit: 'refund_approval_above', former_amount: '100', amount: '500' },
    reason: 'larger orders',
    action: 'settings.write',
  });
  expect(await told(bob)).toMatchObject([{ event: 'proposalWaiting', path: '/admin/dataBoard#proposals' }]);
  expect(await told(ann)).toEqual([]);
  expect(await told(clerk)).toEqual([]);
});

test('one notice of an event is told to each of staff once, however often it is announced', async () => {
  const ann = await signInAdmin(shop.ctx, ['settings.write']);
  const off = {
    event: 'shopWebhookOff',
    reference: 7_000n,
    facts: { host: 'erp.example', isGone: true },
    to: [ann.user.id],
  } as const;
  await notifyStaff(shop.ctx, off);
  await notifyStaff(shop.ctx, off);
  expect(await told(ann)).toMatchObject([{ event: 'shopWebhookOff', path: '/admin/config?tab=webhooks' }]);
  expect(await mailKinds(ann)).toEqual(['shop-webhook-off']);
});

const TEXTS = '/api/admin/notices/texts';

test('an operator’s own words are told instead, with the facts filled in, and the built-in ones come back', async () => {
  const ann = await signInAdmin(shop.ctx);
  const text = { subject: 'A gift of {amount}', body: 'Thank you!\n\nYou now have {amount} more.' };
  const put = (body: object) =>
    shop.call('PUT', `${TEXTS}/codeRedeemed`, { language: 'en', ...body }, ann.headers);
  expect((await put({ text })).data).toMatchObject({ ...text, needed: ['amount'], allowed: [] });
  const user = await shop.register();
  await redeemOne(user);
  const shown = async (language: string) => (await list(user, '', language)).items[0];
  expect(await shown('en')).toMatchObject({
    title: 'A gift of 5.00 USDT',
    lines: ['Thank you!', 'You now have 5.00 USDT more.'],
  });
  expect((await shown('ru')).title).toMatch(/^Подарочный код/);
  const [mail] = await mailsTo(user);
  const render = mailRenderers.get(mail!.kind) as (
    ...given: unknown[]
  ) => Promise<{ subject: string; text: string }>;
  const letter = await render(shop.ctx, mail!.reference, user.email);
  expect(letter.subject).toContain('A gift of 5.00 USDT');
  expect(letter.text).toContain('You now have 5.00 USDT more.');

  // The time that went by has ended the session.
  const bob = await signInAdmin(shop.ctx);
  const back = await shop.call('PUT', `${TEXTS}/codeRedeemed`, { language: 'en' }, bob.headers);
  expect(back.data).toMatchObject({ updated_at: null, subject: 'gift code redeemed: {amount}' });
  expect((await shown('en')).title).toMatch(/^Gift code redeemed/);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'subject'])
    .where('user_id', 'in', [ann.user.id, bob.user.id])
    .where('action', '=', 'noticeText.update')
    .execute();
  expect(entries).toHaveLength(2);
});

test('a text without a needed placeholder, or with one that nothing fills in, is refused by its name', async () => {
  const ann = await signInAdmin(shop.ctx);
  const put = (event: string, body: string) =>
    shop.call('PUT', `${TEXTS}/${event}`, { language: 'pt', text: { subject: 'Oi', body } }, ann.headers);
  const missing = await put('codeRedeemed', 'Obrigado!');
  expect(missing.code).toBe(errors.invalidFormat.code);
  expect(JSON.stringify(missing.body)).toContain('{amount}');
  for (const name of ['password', 'сумма', 'amount due', ''])
    expect((await put('codeRedeemed', `{amount} { ${name} }`)).body.faults[0].value).toBe(`{${name}}`);
  expect((await put('alarmRaised', 'x')).code).toBe(errors.notFound.code);
});
