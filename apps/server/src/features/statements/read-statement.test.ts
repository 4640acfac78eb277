import { formatAddress, formatTxHash } from '@portside/chain';
import { inflateSync } from 'node:zlib';
import { createPdf, type PdfContent } from '../../platform/create-pdf.ts';
import { LANGUAGES, formatMicro, parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { DAY_MS } from '../../platform/clock.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { fund } from '../../testing/build.ts';
import { askTopUp } from '../../testing/chain-payments.ts';
import {
  createChainWorld,
  randomAddress,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { sell } from '../../testing/sale.ts';
import { userActor } from '../../platform/actor.ts';
import { createBonus, updateBonus } from '../bonuses/write-bonus.ts';
import { getOwnRecharge, listCreditsOf, listRecharges } from '../recharges/index.ts';
import { localFormat, statementTexts } from './statements.texts.ts';
import { csvRows, readReceipt, receiptContent } from './read-receipt.ts';
import { statementContent } from './read-statement.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

async function read(path: string, headers: Record<string, string>) {
  const answer = await shop.app.http.inject({ url: path, headers });
  return {
    code: answer.statusCode,
    type: answer.headers['content-type'],
    name: answer.headers['content-disposition'],
    bytes: answer.rawPayload,
    text: answer.body,
  };
}

/** A buyer who had 12 USDT, paid 2 for an order, got 1 back, and topped up 5 a day later. */
async function buyerWithHistory() {
  const start = shop.clock.now();
  const sale = await sell(shop, 2);
  const [one] = await sale.ids();
  await sale.refund({ item_ids: [one], reason: 'dead' });
  shop.clock.advance(DAY_MS);
  const middle = shop.clock.now();
  await fund(shop.ctx, sale.userId, 5_000_000n);
  shop.clock.advance(1_000);
  return { sale, start, middle, end: shop.clock.now() };
}

const statementAt = (from: Date, to: Date, format: string) =>
  `/api/statement?from=${from.toISOString()}&to=${to.toISOString()}&format=${format}`;

test('a statement leads from the opening to the closing balance, movement by movement', async () => {
  const { sale, start, middle, end } = await buyerWithHistory();
  const { data } = await shop.call('GET', statementAt(start, end, 'json'), undefined, sale.buyer);
  expect(data).toMatchObject({
    opening_balance: '0',
    credited: '18',
    debited: '-2',
    closing_balance: '16',
    movements: 4,
  });
  const csv = await read(statementAt(start, end, 'csv'), sale.buyer);
  const rows = csv.text.trim().replace('\ufeff', '').split('\r\n');
  const cells = rows.map((row) => row.split(','));
  expect(cells.map(([, kind, , amount, balance]) => [kind, amount, balance])).toEqual([
    ['kind', 'amount', 'balance'],
    ['opening', '', '0'],
    ['credit', '12', '12'],
    ['sale', '-2', '10'],
    ['refund', '1', '11'],
    ['credit', '5', '16'],
    ['closing', '', '16'],
  ]);
  expect(cells[3]![2]).toBe(sale.orderNo);
  // A moment belongs to one of two adjoining periods, and the second opens with what the first closes with.
  const later = await shop.call('GET', statementAt(middle, end, 'json'), undefined, sale.buyer);
  expect(later.data).toMatchObject({ opening_balance: '11', credited: '5', movements: 1 });
  const earlier = await shop.call('GET', statementAt(start, middle, 'json'), undefined, sale.buyer);
  expect(earlier.data).toMatchObject({ closing_balance: '11', movements: 3 });
  const balance = await shop.call('GET', '/api/users/balance', undefined, sale.buyer);
  expect(balance.data).toEqual({ balance: '16.00' });
});

test.each(LANGUAGES)('a PDF in %s has pages and embedded fonts', async (language) => {
  const { sale, start, end } = await buyerWithHistory();
  const pdf = await read(`${statementAt(start, end, 'pdf')}&time_zone=Asia/Shanghai`, {
    ...sale.buyer,
    'accept-language': language,
  });
  expect(pdf).toMatchObject({ code: 200, type: 'application/pdf' });
  expect(pdf.name).toMatch(/^attachment; filename="statement-[\d-]{21}-Asia-Shanghai\.pdf"$/);
  const text = pdf.bytes.toString('latin1');
  expect(text.startsWith('%PDF-1.')).toBe(true);
  expect(text).toContain('/FontFile3');
  expect(text).toContain('NotoSansHans-Regular');
});

test('an amount stands on one line of a PDF, however long it is', async () => {
  const contentOf = (amount: string): PdfContent => ({
    issuer: 'Portside',
    title: 'Statement',
    facts: [],
    columns: [
      { title: 'What', width: 76 },
      { title: 'Sum', width: 12, isNumber: true },
      { title: 'All', width: 12, isNumber: true },
    ],
    rows: [['Top-up credited', amount, amount]],
    totals: [['Closing balance', amount]],
    note: '',
    createdAt: new Date(0),
    pageWords: (page, pages) => `${page}/${pages}`,
  });
  const drawnLines = async (amount: string): Promise<number> => {
    const file = (await createPdf(contentOf(amount))).toString('latin1');
    const streams = file.matchAll(/FlateDecode[^]*?stream\n([^]*?)\nendstream/g);
    const drawn = Array.from(streams, ([, bytes]) => inflateSync(Buffer.from(bytes!, 'latin1')).toString());
    return drawn.join('\n').split('\nBT\n').length;
  };
  expect(await drawnLines('1,000.009955')).toBe(await drawnLines('1'));
  expect(await drawnLines('−1,234,567.009955')).toBe(await drawnLines('1'));
});

test('a PDF says what the CSV says: every movement, the balance after each, and the sums', async () => {
  const { sale, start, end } = await buyerWithHistory();
  const ctx = { ...shop.ctx, actor: userActor(sale.userId), language: 'en' as const };
  const format = localFormat('en');
  const period = { from: start, to: end };
  const { rows, totals } = await statementContent(ctx, { period, format, openingMicro: 0n });
  const texts = statementTexts.en;
  expect(rows.map(([, kind, , amount, balance]) => [kind, amount, balance])).toEqual([
    [texts.opening, '', '0.00'],
    [texts.kinds.credit, '12.00', '12.00'],
    [texts.kinds.sale, '−2.00', '10.00'],
    [texts.kinds.refund, '1.00', '11.00'],
    [texts.kinds.credit, '5.00', '16.00'],
  ]);
  expect(rows[2]![2]).toBe(sale.orderNo);
  expect(totals).toEqual([
    [texts.opening, '0.00'],
    [texts.credited, '18.00'],
    [texts.debited, '−2.00'],
    [texts.closing, '16.00'],
  ]);
});

test('a PDF has a thousand movements at most; the same period is to be had as CSV', async () => {
  const { id, token } = await shop.register();
  const start = shop.clock.now();
  for (let count = 0; count < 1_000; count += 1) await fund(shop.ctx, BigInt(id), 1_000_000n);
  shop.clock.advance(1_000);
  const pathOf = (format: string) => statementAt(start, shop.clock.now(), format);
  expect((await read(pathOf('pdf'), bearer(token))).code).toBe(200);
  await fund(shop.ctx, BigInt(id), 1_000_000n);
  shop.clock.advance(1_000);
  const refused = await shop.call('GET', pathOf('pdf'), undefined, bearer(token));
  expect(refused.body.faults).toEqual([{ field: 'to', fault: 'many', limit: 1_000 }]);
  const csv = await read(pathOf('csv'), bearer(token));
  expect(csv.text.trim().split('\r\n')).toHaveLength(1_004);
});

test('a period that is none is refused, naming the field', async () => {
  const { token } = await shop.register();
  const headers = bearer(token);
  const now = shop.clock.now();
  const backwards = await shop.call('GET', statementAt(now, now, 'json'), undefined, headers);
  expect(backwards.body.faults).toEqual([{ field: 'to', fault: 'small' }]);
});

test.each(['Etc/Unknown', 'GMT+8', 'undefined', ''])(
  'a browser in %s gets its files in UTC, which they say',
  async (zone) => {
    const { sale, start, end } = await buyerWithHistory();
    const at = `&time_zone=${encodeURIComponent(zone)}`;
    for (const format of ['pdf', 'csv']) {
      const file = await read(`${statementAt(start, end, format)}${at}`, sale.buyer);
      expect(file).toMatchObject({ code: 200, name: expect.stringMatching(/-UTC\.(pdf|csv)"$/) });
    }
    const ctx = { ...shop.ctx, actor: userActor(sale.userId) };
    const facts = { period: { from: start, to: end }, format: localFormat('en', zone), openingMicro: 0n };
    expect((await statementContent(ctx, facts)).note).toContain('Times: UTC.');
  },
);

test('a statement as XLSX has its amounts as numbers, which add up to the closing balance', async () => {
  const { sale, start, end } = await buyerWithHistory();
  const { bytes, name } = await read(statementAt(start, end, 'xlsx'), sale.buyer);
  expect(name).toMatch(/-UTC\.xlsx"$/);
  const [head, ...rows] = (await readXlsx(bytes)).sheets[0]!.rows;
  const cells = (column: string) => rows.map((row) => row[head!.indexOf(column)]);
  const amounts = cells('amount').filter(
    (cell) => cell !== null && cell !== undefined && cell !== '',
  ) as number[];
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(16);
  expect(cells('balance').at(-1)).toBe(16);
  expect(cells('reference')).toContain(sale.orderNo);
});

test('a fixed offset is written with the sign that people use', () => {
  const noon = new Date('2026-11-20T12:00:00Z');
  for (const zone of ['Etc/GMT-8', '+08:00']) {
    const format = localFormat('en', zone);
    expect([format.zone, format.time(noon)]).toEqual(['UTC+08:00', '20 Nov 2026, 20:00']);
  }
});

test('the history as files is the buyer’s own, and nobody else’s', async () => {
  const { sale } = await buyerWithHistory();
  const orders = await read('/api/orders/export', sale.buyer);
  expect(orders.type).toBe('text/csv; charset=utf-8');
  expect(orders.text).toContain(sale.orderNo);
  expect(orders.text).not.toContain(sale.lines[0]!.split('----')[1]);
  const { token } = await shop.register();
  expect((await read('/api/orders/export', bearer(token))).text).not.toContain(sale.orderNo);
  expect((await read('/api/recharges/export', bearer(token))).text).toContain('order_id');
  for (const path of ['/api/orders/export', '/api/recharges/export', '/api/statement'])
    expect((await read(path, {})).code).not.toBe(200);
});

describe('receipts', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  afterAll(() => chains.stop());

  const openOn = async (...networks: Network[]): Promise<void> => {
    world = await createChainWorld(chains, networks);
  };

  async function contentOf({ ctx }: Buyer, orderId: string) {
    const recharge = await getOwnRecharge(ctx, orderId);
    const credits = await listCreditsOf(ctx.db, recharge.id);
    return receiptContent(ctx, { recharge, credits, format: localFormat('en') });
  }

  /** What is refused writes nothing. */
  const refusalOf = ({ ctx }: Buyer, orderId: string): Promise<unknown> => {
    const input = { params: { order_id: orderId }, query: { format: 'pdf' } } as const;
    return readReceipt(ctx, input, null as never).then(
      () => null,
      (error: unknown) => error,
    );
  };

  describe.for<Network>(['ETH', 'BSC', 'TRON'])('on %s', (network) => {
    beforeEach(() => openOn(network));

    test('a receipt lists every payment that was credited, by whom, and their sum', async () => {
      const buyer = await world.createBuyer();
      const recharge = await askTopUp(buyer, network, '10');
      const payer = randomAddress();
      const first = await world.payByCheckout(network, recharge, '1.25', payer);
      await world.settle(network);
      const second = await world.payByCheckout(network, recharge, '8.750001');
      await world.settle(network);
      expect(await buyer.balance()).toBe(10_000_001n);

      const { rows, totals, facts } = await contentOf(buyer, recharge.order_id);
      const texts = statementTexts.en;
      expect(rows.map(([, from, amount]) => [from!.split('\n')[0], amount])).toEqual([
        [formatTxHash(network, first), '1.25'],
        [formatTxHash(network, second), '8.750001'],
      ]);
      expect(rows[0]![1]).toBe(`${formatTxHash(network, first)}\n${formatAddress(network, payer)}`);
      expect(totals).toEqual([[texts.total, '10.000001 USDT']]);
      expect(facts).toContainEqual([texts.topUp, recharge.order_id]);
      expect(facts).toContainEqual([
        texts.receiver,
        formatAddress(network, chains.chains[network].walletAddress),
      ]);
    });
  });

  test('a payment to an own address is on its receipt, with that address', async () => {
    await openOn('BSC');
    const { buyer, address } = await world.createAddressOwner('BSC');
    const { order_id } = await askTopUp(buyer, 'BSC', '10');
    const hash = await world.payFinally('BSC', '9.5', address);
    const { rows, totals, facts } = await contentOf(buyer, order_id);
    expect(rows.map(([, from, amount]) => [from!.split('\n')[0], amount])).toEqual([
      [formatTxHash('BSC', hash), '9.50'],
    ]);
    expect(totals).toEqual([[statementTexts.en.total, '9.50 USDT']]);
    const recharge = await getOwnRecharge(buyer.ctx, order_id);
    const [row, ...others] = csvRows(recharge, await listCreditsOf(buyer.ctx.db, recharge.id));
    expect(others).toEqual([]);
    expect(row).toEqual([
      order_id,
      expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      'BSC',
      formatTxHash('BSC', hash),
      expect.stringMatching(/^0x/),
      formatAddress('BSC', address),
      '9.5',
      '0',
    ]);
    expect(facts).toContainEqual([statementTexts.en.receiver, formatAddress('BSC', address)]);
  });

  test('what a payment earned on top is on its receipt', async () => {
    await openOn('ETH');
    const tiers = [{ from: '9', amount: '1.5' }];
    const offer = { name: 'any', tiers, levels: [], is_on: true };
    const { bonus } = await createBonus(world.ctx, { body: offer });
    // Blocks of the test chain are older than the clock.
    await world.ctx.db
      .updateTable('bonuses')
      .set({ starts_at: new Date('2020-01-01') })
      .execute();
    const buyer = await world.createBuyer();
    const { order_id, pay_amount } = await askTopUp(buyer, 'ETH', '10');
    await world.payFinally('ETH', pay_amount);
    await updateBonus(world.ctx, { params: { id: bonus!.id }, body: { ...offer, is_on: false } });
    const paidMicro = parseMicro(pay_amount);
    expect(await buyer.balance()).toBe(paidMicro + 1_500_000n);
    const { totals } = await contentOf(buyer, order_id);
    const texts = statementTexts.en;
    const sum = localFormat('en').money(paidMicro + 1_500_000n);
    expect(totals).toEqual([
      [texts.bonus, '1.50 USDT'],
      [texts.total, `${sum} USDT`],
    ]);
    const recharge = await getOwnRecharge(buyer.ctx, order_id);
    const [row] = csvRows(recharge, await listCreditsOf(buyer.ctx.db, recharge.id));
    expect(row!.slice(-2)).toEqual([formatMicro(paidMicro), '1.5']);
    const other = await askTopUp(buyer, 'ETH', '10');
    await world.payFinally('ETH', other.pay_amount);
    const { items } = await listRecharges(buyer.ctx, { query: { limit: 9 } });
    expect(items.map(({ bonus_amount: earned }) => earned)).toEqual([null, '1.5']);
  });

  test('there is no receipt of nothing, nor of what another buyer paid', async () => {
    await openOn('ETH');
    const buyer = await world.createBuyer();
    const recharge = await askTopUp(buyer, 'ETH', '10');
    expect(await refusalOf(buyer, recharge.order_id)).toMatchObject({ reason: 'parameterError' });
    await world.payFinally('ETH', recharge.pay_amount);
    expect(await refusalOf(await world.createBuyer(), recharge.order_id)).toMatchObject({
      reason: 'notFound',
    });
    expect((await contentOf(buyer, recharge.order_id)).rows).toHaveLength(1);
  });
});
