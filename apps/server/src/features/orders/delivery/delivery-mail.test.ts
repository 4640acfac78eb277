import { beforeAll, expect, test } from 'vitest';
import { createSmtpMailer } from '../../../platform/mail/mailer.ts';
import { sendDueMails } from '../../../platform/mail/send-due-mails.ts';
import { createTestShop, type TestShop } from '../../../testing/app.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { sell } from '../../../testing/sale.ts';
import { DELIVERY_MAIL } from '../orders.sql.ts';
import { countUndelivered, deliveryMails } from './delivery-mail.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

test('an order says that its e-mail was refused and why, until it is sent again', async () => {
  const { ctx } = shop;
  await ctx.db.deleteFrom('mails').execute();
  const sale = await sell(shop, 2);
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

  isKnown = true;
  const resent = await shop.call('POST', `/api/orders/${sale.orderNo}/delivery-email`, {}, sale.buyer);
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
  await server.stop();
});
