import { LANGUAGES } from '@portside/contract';
import { NOTICE_EVENTS, type NoticeWay } from '@portside/contract/notices/notices';
import * as ownTexts from '@portside/contract/notices/own-texts';
import { expect, test } from 'vitest';
import { noticeReaders } from '../../compose/compose.ts';
import { createTestShop } from '../../testing/app.ts';
import { sell } from '../../testing/sale.ts';
import { wordNotice } from './own-texts.ts';

test('a buyer’s words are not mailed to staff, and an outsider’s address is not sent to Telegram', async () => {
  const shop = await createTestShop();
  const { ctx } = shop;
  const sale = await sell(shop, 1);
  expect((await sale.claim(await sale.ids())).code).toBe(200);
  const { id } = await ctx.db
    .selectFrom('warranty_claims')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const words = async (event: 'claimOpened' | 'reportReceived', reference: bigint, way: NoticeWay) => {
    const read = (await noticeReaders[event](ctx, reference, way))!;
    return JSON.stringify(LANGUAGES.map((language) => wordNotice(read, language, new Map())));
  };
  expect(await words('claimOpened', id, 'page')).toContain('cannot sign in');
  expect(await words('claimOpened', id, 'mail')).not.toContain('cannot sign in');
  const report = {
    email: 'owner@example.test',
    subject: 'Mine',
    explanation: 'All of them are mine, I say.',
  };
  expect((await shop.call('POST', '/api/reports', report)).code).toBe(200);
  const received = await ctx.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  expect(await words('reportReceived', received.id, 'mail')).toContain('owner@example.test');
  expect(await words('reportReceived', received.id, 'telegram')).not.toContain('@');
});

test('a preview is filled with facts made up, and says what is wrong', () => {
  const text = { subject: 'Back', body: 'You get { amount } <b>back</b>. {total}' };
  expect(ownTexts.previewOwnText('orderRefunded', text, 'en')).toEqual({
    title: 'Back',
    lines: ['You get 36.00 USDT <b>back</b>. {total}'],
  });
  expect(ownTexts.checkPlaceholders('orderRefunded', text)).toEqual({
    missing: ['{orderNo}'],
    unknown: ['{total}'],
  });
});

test.each([
  ['{amount} {orderNo} {accounts', '{accounts'],
  ['{amount} {orderNo} accounts} of', 'accounts}'],
  ['{amount} {orderNo} of } all', '}'],
  ['{{amount}} {orderNo}', '{…}'],
  ['{amount} {orderNo} ｛accounts｝', '｛accounts｝'],
])('a brace that is none of a placeholder is found: %s', (body, stray) => {
  const { missing, unknown } = ownTexts.checkPlaceholders('orderRefunded', { subject: 'Back', body });
  expect([missing, unknown]).toEqual([[], [stray]]);
});

test('what a browser calls itself cannot end a line of a mail’s header', () => {
  const text = { subject: 'Signed in by {browser}', body: '{at} {address}' };
  const facts = { at: '12:00', address: '203.0.113.7', browser: 'Quay\tBrowser\u20289\r\nBcc: x' };
  const { title } = ownTexts.fillOwnText(text, { event: 'signedInElsewhere', facts }, 'en');
  expect(title).toBe('Signed in by Quay Browser 9  Bcc: x');
});

test('every built-in text, as one to begin with, is valid and reads as before', () => {
  for (const language of LANGUAGES)
    for (const event of NOTICE_EVENTS) {
      if (event === 'alarmRaised') continue;
      const text = ownTexts.builtInText(event, language);
      // What a sample is filled with is nobody's fact.
      expect(text.body).not.toContain('@');
      expect(ownTexts.checkPlaceholders(event, text), `${event} ${language}`).toEqual({
        missing: [],
        unknown: [],
      });
    }
});
