import type { Language } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import { mailRenderers } from '../../../compose/compose.ts';
import { userActor } from '../../../platform/actor.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { createSmtpMailer, type OutgoingMail } from '../../../platform/mail/mailer.ts';
import { sendDueMails } from '../../../platform/mail/send-due-mails.ts';
import { inTransaction } from '../../../platform/context.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { sell } from '../../../testing/sale.ts';
import { sweepNotices } from '../../notices/index.ts';
import { changeSettings, insertSetting } from '../../settings/index.ts';
import { confirmAddress, findUnconfirmed } from '../../users/index.ts';
import { DELIVERY_MAIL, findOrderByNo } from '../orders.sql.ts';
import { placeOrder } from '../placing/place-order.ts';
import { partKey } from '../standing/standing-orders.ts';
import { countUndelivered, deliveryMails, onMailsSent, renderDelivery } from './delivery-mail.ts';
import { readDelivered, readDeliveryFailed } from './tell-delivered.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

test('a mail that was due for a former address carries no accounts', async () => {
  const { ctx } = shop;
  const sale = await sell(shop, 2);
  const { id, email } = (await findOrderByNo(ctx.db, sale.orderNo))!;
  const early = await deliveryMails.prepare(ctx, [id]);
  await ctx.db.updateTable('orders').set({ email: 'new@box.example' }).where('id', '=', id).execute();
  const render = await deliveryMails.prepare(ctx, [id]);
  for (const former of [email, 'other@box.example']) expect(await render(id, former)).toBeNull();
  expect(await render(id, 'New@box.example')).not.toBeNull();
  // Read when its address was the order's.
  expect(await early(id, 'new@box.example')).toBeNull();
  // Large orders are read one by one.
  expect(await renderDelivery(ctx, id, email)).toBeNull();
});

test('an order says that its e-mail was refused and why, until it is sent again', async () => {
  const { ctx } = shop;
  await ctx.db.deleteFrom('mails').execute();
  const sale = await sell(shop, 2);
  await ctx.db
    .insertInto('telegram_links')
    .values({ user_id: sale.userId, chat_id: 7_002n, name: '@kim_buys', linked_at: new Date() })
    .execute();
  let isKnown = false;
  const server = await startMailServer(() => 'take', {
    onRcptTo: (_address, _session, done) =>
      done(isKnown ? null : Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 })),
  });
  const mailer = createSmtpMailer(server.url, 'shop@example.com');
  const send = () => sendDueMails(ctx, new Map([[DELIVERY_MAIL, deliveryMails]]), mailer);
  expect((await sale.order()).delivery).toMatchObject({ state: 'queued', failure: null });
  await send();
  expect(await sale.order()).toMatchObject({
    status: 'processing',
    delivery: { state: 'failed', failure: 'refused' },
  });
  expect(await sale.events()).toContainEqual(
    expect.objectContaining({ kind: 'mailFailed', note: expect.stringContaining('550 5.1.1 no such user') }),
  );
  expect(await countUndelivered(ctx.db, new Date(0))).toMatchObject({ count: 1 });
  const told = async () => JSON.stringify((await sale.notices()).items);
  expect(await told()).toContain(`The e-mail with the accounts of order ${sale.orderNo}`);
  for (const line of sale.lines) expect(await told()).not.toContain(line);
  const messages = () =>
    ctx.db.selectFrom('telegram_messages').select('event').where('user_id', '=', sale.userId).execute();
  expect(await messages()).toEqual([{ event: 'deliveryFailed' }]);
  const [{ reference } = { reference: 0n }] = await ctx.db
    .selectFrom('notices')
    .select('reference')
    .where('user_id', '=', sale.userId)
    .execute();
  const { email } = (await readDeliveryFailed(ctx, reference, 'telegram'))!.facts as { email: string };
  expect(email).toBe('');

  // Again to another address, which is refused too: told again, and at once only on the page.
  const resend = (body: object) =>
    shop.call('POST', `/api/orders/${sale.orderNo}/delivery-email`, body, sale.buyer);
  await resend({ email: 'typo@quay.example' });
  expect(await told()).toBe('[]');
  await send();
  expect(await told()).toContain('typo@quay.example');
  expect((await sale.notices()).unread).toBe(2);
  expect(await messages()).toHaveLength(1);

  isKnown = true;
  const resent = await resend({});
  expect(resent.data.delivery).toMatchObject({ state: 'queued', failure: null });
  await send();
  expect(await sale.order()).toMatchObject({
    status: 'completed',
    delivery: { state: 'sent', failure: null },
  });
  expect(server.received[0]!.attachments[0]!.content.toString()).toBe(
    sale.lines
      .slice(0, 2)
      .map((line) => `${line}\n`)
      .join(''),
  );
  expect(await told()).toBe('[]');
  await ctx.db.deleteFrom('telegram_messages').execute();
  await server.stop();
});

test('the days in an e-mail and in the name of its file are those of the shop', async () => {
  const { ctx } = shop;
  const sale = await sell(shop, 1);
  const { data: goods } = await shop.call(
    'GET',
    `/api/admin/goods/${sale.goodsId}`,
    undefined,
    sale.admin.headers,
  );
  const body = {
    category_id: goods.category.id,
    names: goods.names,
    price: goods.price,
    file_name: '{date}',
  };
  await shop.call('PUT', `/api/admin/goods/${sale.goodsId}`, body, sale.admin.headers);
  const { id } = (await findOrderByNo(ctx.db, sale.orderNo))!;
  await ctx.db
    .updateTable('orders')
    .set({
      created_at: new Date('2026-11-20T12:00:00Z'),
      accounts_delete_at: new Date('2026-11-27T12:30:00Z'),
    })
    .where('id', '=', id)
    .execute();
  await changeSettings(ctx, { time_zone: 'Pacific/Kiritimati' });
  const mail = (await renderDelivery(ctx, id))!;
  expect(mail.text).toContain('2026-11-28 02:30 (Pacific/Kiritimati)');
  expect(mail.attachments![0]!.filename).toBe('2026-11-21.txt');
  await changeSettings(ctx, { time_zone: 'UTC' });
  expect((await renderDelivery(ctx, id))!.attachments![0]!.filename).toBe('2026-11-20.txt');
});

/** What is due in five minutes, rendered as it is sent. */
async function readMails(language = 'en'): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  shop.clock.advance(5 * MINUTE_MS);
  await shop.ctx.db
    .updateTable('users')
    .set({ language: language as Language })
    .execute();
  await sendDueMails(shop.ctx, mailRenderers, { send: async (mail) => void sent.push(mail) });
  return sent;
}

test('after a replacement the mail begins with the new accounts and the answer', async () => {
  await shop.ctx.db.deleteFrom('mails').execute();
  const sale = await sell(shop, 5);
  await readMails();
  const ids = await sale.ids();
  await sale.claim([ids[0]!, ids[3]!]);
  const [claim] = await sale.claims();
  await sale.replace({ claim_id: claim.id, reason: 'Sorry, both were locked.' });
  const [mail, ...others] = await readMails();
  expect(others).toEqual([]);
  expect(mail!.subject).toContain('2 of your 5 accounts replaced');
  const [first, second] = sale.lines.slice(5, 7);
  const { text, attachments } = mail!;
  const order = [first!, second!, '> Sorry, both were locked.', `/order/${sale.orderNo}`].map((one) =>
    text.indexOf(one),
  );
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(text).not.toContain(sale.lines[1]);
  expect(attachments![0]!.content.split('\n')).toHaveLength(6);

  // Asked for again, it is the whole delivery.
  await shop.call('POST', `/api/orders/${sale.orderNo}/delivery-email`, {}, sale.buyer);
  const [again] = await readMails();
  expect(again!.text).toContain(sale.lines[1]);
  expect(again!.subject).not.toContain('replaced');
});

test('refunds and refused claims are told by e-mail, with the answer', async () => {
  await shop.ctx.db.deleteFrom('mails').execute();
  const sale = await sell(shop, 3);
  await readMails();
  const [one, two] = await sale.ids();
  await sale.refund({ item_ids: [one!], reason: 'Dead on arrival.' });
  const [refunded] = await readMails('ru');
  expect(refunded!.subject).toContain('возвращено 1,00 USDT');
  expect(refunded!.text).toContain('> Dead on arrival.');
  await sale.claim([two!]);
  const [claim] = await sale.claims();
  await shop.call(
    'POST',
    `/api/admin/claims/${claim.id}/refusal`,
    { reason: 'It works.' },
    sale.admin.headers,
  );
  const [refused] = await readMails();
  expect(refused!.subject).toContain('your warranty claim was rejected');
  expect(refused!.html).toContain(`href="${shop.ctx.publicUrl}/order/${sale.orderNo}"`);
  expect(refused!.text).toContain('> It works.');
});

test('answers of support are mailed once, together, and only if they were not read', async () => {
  await shop.ctx.db.deleteFrom('mails').execute();
  const sale = await sell(shop, 1);
  await readMails();
  const answer = (text: string) =>
    shop.call(
      'POST',
      `/api/admin/support/conversations/${sale.userId}/messages`,
      { text },
      sale.admin.headers,
    );
  const { code, data } = await answer('We look into it.');
  expect(code).toBe(200);
  await shop.call('POST', '/api/support/read', { up_to: data.id }, sale.buyer);
  expect(await readMails()).toEqual([]);
  await answer('It is done.');
  await answer('Anything else?');
  const mails = await readMails();
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('> It is done.\n> \n> Anything else?'),
  ]);
});

test('where the shop wants it, accounts go to confirmed addresses only, and the order says so until then', async () => {
  const { db, clock } = shop.ctx;
  await db.deleteFrom('mails').execute();
  await insertSetting(db, 'confirm_email', true, clock.now());
  const sale = await sell(shop, 2);
  const [mail] = await readMails();
  expect(mail!.text).toContain(`View order: ${shop.ctx.publicUrl}/order/${sale.orderNo}`);
  expect(mail!.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)/);
  expect(mail).not.toHaveProperty('attachments');
  for (const line of sale.lines) expect(`${mail!.text}${mail!.html}`).not.toContain(line);
  const { status, delivery } = await sale.order();
  expect([status, delivery.state]).toEqual(['processing', 'unconfirmed']);
  expect((await sale.texts()).good).toEqual(sale.lines.slice(0, 2));

  const post = async (path: string, body: object) =>
    (await shop.call('POST', `/api/auth/email/confirmation${path}`, body, sale.buyer)).code;
  expect(await post('/code', { email: delivery.email.toUpperCase() })).toBe(200);
  const [sent] = await readMails();
  const [code] = /\d{6}/.exec(sent!.text)!;
  expect(await post('', { code: code === '000000' ? '000001' : '000000' })).not.toBe(200);
  expect((await sale.order()).delivery.state).toBe('unconfirmed');
  expect(await post('', { code })).toBe(200);
  expect((await sale.order()).delivery.state).toBe('queued');
  const [delivered] = await readMails();
  expect(delivered!.text).toContain(sale.lines[1]);
  expect((await sale.order()).delivery.state).toBe('sent');

  // Only that address, and only that user.
  await shop.call(
    'POST',
    `/api/orders/${sale.orderNo}/delivery-email`,
    { email: 'other@mail.example' },
    sale.buyer,
  );
  const [other] = await readMails();
  expect(other).not.toHaveProperty('attachments');
  const [order] = await db.selectFrom('orders').selectAll().where('order_no', '=', sale.orderNo).execute();
  const next = { ...order!, email: delivery.email };
  expect([...(await findUnconfirmed(db, [next]))]).toEqual([]);
  expect([...(await findUnconfirmed(db, [{ ...next, user_id: next.user_id + 1n }]))]).toEqual([next.id]);
  await db.deleteFrom('settings').where('key', '=', 'confirm_email').execute();
});

test('a confirmed address gets the accounts that were held back, all at once, and no mail twice', async () => {
  const { db, clock } = shop.ctx;
  await db.deleteFrom('mails').execute();
  const sales = [];
  for (let made = 0; made < 4; made += 1) sales.push(await sell(shop, 1));
  const [first, second, third, sent] = sales.map(({ orderNo }) => orderNo);
  const set = (orderNo: string, fields: object) =>
    db
      .updateTable('orders')
      .set({ user_id: userId, email: 'Held@box.example', ...fields })
      .where('order_no', '=', orderNo)
      .execute();
  const { user_id: userId } = (await findOrderByNo(db, first!))!;
  await set(first!, { delivery_state: 'sent', mail_unconfirmed: true });
  await set(second!, { delivery_state: 'queued' });
  await set(third!, { delivery_state: 'queued' });
  await set(sent!, { delivery_state: 'sent' });
  const { id: dueId } = (await findOrderByNo(db, third!))!;
  // On its way: written before the address was confirmed.
  await db.updateTable('mails').set({ attempts: 1 }).where('reference', '=', dueId).execute();
  const before = await db.selectFrom('mails').select(['id', 'state']).execute();
  await confirmAddress({ ...shop.ctx, clock }, userId, 'held@box.example');
  const known = new Set(before.map(({ id }) => id));
  const mails = await db.selectFrom('mails').selectAll().orderBy('reference').execute();
  const { id: firstId } = (await findOrderByNo(db, first!))!;
  expect(mails.filter(({ id }) => !known.has(id))).toMatchObject([
    { reference: firstId, recipient: 'Held@box.example', state: 'queued', bulk: false },
    { reference: dueId, recipient: 'Held@box.example', state: 'queued', bulk: false },
  ]);
  expect(mails.filter(({ id, reference }) => known.has(id) && reference === dueId)).toMatchObject([
    { state: 'dead' },
  ]);
  expect(await findOrderByNo(db, first!)).toMatchObject({
    delivery_state: 'queued',
    mail_unconfirmed: false,
  });
  expect(await findOrderByNo(db, sent!)).toMatchObject({ delivery_state: 'sent' });
});

test('a code that confirms an address changes none, and the other way round', async () => {
  const sale = await sell(shop, 1);
  const { email } = (await sale.order()).delivery;
  await shop.call('POST', '/api/auth/email/confirmation/code', { email: 'new@mail.example' }, sale.buyer);
  const sent = (await readMails()).find(({ to }) => to === 'new@mail.example');
  const [code] = /\d{6}/.exec(sent!.text)!;
  expect((await shop.call('PUT', '/api/auth/email', { code }, sale.buyer)).code).not.toBe(200);
  expect((await sale.order()).delivery.email).toBe(email);
});

test('a delivered order is told once by Telegram, and not where a program or a standing order bought', async () => {
  const { ctx } = shop;
  await ctx.db.deleteFrom('mails').execute();
  const { userId, goodsId, orderNo, buyer, refund } = await sell(shop, 1);
  const stranger = await sell(shop, 1);
  const chat = { chat_id: 7_001n, name: '@sam_buys', linked_at: new Date() };
  await ctx.db
    .insertInto('telegram_links')
    .values({ ...chat, user_id: userId })
    .execute();
  const buy = { goods_id: goodsId.toString(), quantity: 1 };
  const standing = { body: { ...buy, gender: 'random' as const }, idempotencyKey: partKey(7n, 0) };
  await placeOrder({ ...ctx, actor: userActor(userId) }, standing);
  const scopes = ['orders:place', 'accounts:read'];
  const wanted = { name: 'My shop', scopes, password: 'harbour-9' };
  const key = await shop.call('POST', '/api/api-keys', wanted, buyer);
  const headers = { ...bearer(key.data.secret), 'idempotency-key': 'one' };
  expect((await shop.call('POST', '/api/orders', buy, headers)).code).toBe(200);

  const server = await startMailServer(() => 'take');
  const mailer = createSmtpMailer(server.url, 'shop@example.com');
  await sendDueMails(ctx, new Map([[DELIVERY_MAIL, deliveryMails]]), mailer);
  expect((await stranger.order()).status).toBe('completed');
  const { id } = (await findOrderByNo(ctx.db, orderNo))!;
  await inTransaction(ctx, (step) => onMailsSent(step, [id]));
  await server.stop();
  const told = () =>
    ctx.db
      .selectFrom('telegram_messages')
      .select(['user_id', 'reference'])
      .where('event', '=', 'orderDelivered')
      .execute();
  expect(await told()).toEqual([{ user_id: userId, reference: id }]);
  expect(await readDelivered(ctx, id)).toMatchObject({ facts: { orderNo, accounts: 1 } });
  const listed = await ctx.db.selectFrom('notices').select('event').where('user_id', '=', userId).execute();
  expect(listed.map(({ event }) => event)).not.toContain('orderDelivered');
  expect((await stranger.notices()).items).toEqual([]);

  // While Telegram is away, it waits.
  expect((await refund()).code).toBe(200);
  expect(await readDelivered(ctx, id)).toBe(null);
  // And is not kept for longer than a day, also where the shop has no bot any more.
  shop.clock.advance(DAY_MS);
  await sweepNotices(ctx);
  expect(await told()).toEqual([]);
});

test('a delivered order is on the page of whoever asked for it, once, without a Telegram', async () => {
  const { ctx } = shop;
  await ctx.db.deleteFrom('mails').execute();
  const sale = await sell(shop, 2);
  const choices = '/api/notices/choices';
  const ofDelivered = (answer: Answer) =>
    answer.data.items.find(({ event }: { event: string }) => event === 'orderDelivered');
  expect(ofDelivered(await shop.call('GET', choices, undefined, sale.buyer))).toMatchObject({
    by_page: false,
    ways: ['page', 'telegram'],
  });
  const chosen = { event: 'orderDelivered', by_page: true };
  expect((await shop.call('PUT', choices, chosen, sale.buyer)).data).toMatchObject({ by_page: true });
  expect((await sale.notices()).unread).toBe(0);
  const { id } = (await findOrderByNo(ctx.db, sale.orderNo))!;
  await inTransaction(ctx, (step) => onMailsSent(step, [id]));
  await inTransaction(ctx, (step) => onMailsSent(step, [id]));
  expect(await sale.notices()).toMatchObject({
    unread: 1,
    items: [{ event: 'orderDelivered', path: `/order/${sale.orderNo}`, is_read: false }],
  });
  const messages = ctx.db.selectFrom('telegram_messages').select('id').where('user_id', '=', sale.userId);
  expect(await messages.execute()).toEqual([]);
  expect((await sale.refund()).code).toBe(200);
  expect((await sale.notices()).items).not.toContainEqual(
    expect.objectContaining({ event: 'orderDelivered' }),
  );
});
