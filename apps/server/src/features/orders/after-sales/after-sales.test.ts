import { formatMicro } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin } from '../../../testing/people.ts';
import { createTestShop, type TestShop } from '../../../testing/app.ts';
import { sell } from '../../../testing/sale.ts';
import type { Ctx } from '../../../platform/context.ts';
import { buildAgent, buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { buildCoupon } from '../../../testing/build-prices.ts';
import { createWorld, runsHere } from '../../../testing/world.ts';
import { findLedgerMismatches, readAvailableMicro } from '../../ledger/index.ts';
import { readAnyOrder } from '../listing/any-order.ts';
import { findOwnOrder, shareOfOrder, type OrderRow } from '../orders.sql.ts';
import { placeOrder } from '../placing/place-order.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { refundOrder } from './refund-order.ts';

describe('after sales', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await createTestShop();
  });

  test('a rejection tells of as many accounts as it was for, also once they are made good', async () => {
    const sale = await sell(shop, 2);
    const [one, two] = await sale.ids();
    const claim = await sale.claim([one!, two!]);
    await sale.replace({ item_ids: [one] });
    const path = `/api/admin/claims/${claim.data.id}/refusal`;
    await shop.call('POST', path, { reason: 'It works.' }, sale.admin.headers);
    shop.clock.advance(1);
    expect((await sale.refund({ item_ids: [two] })).code).toBe(200);
    const { items } = await sale.notices();
    const told = items.find(({ event }: { event: string }) => event === 'claimRefused');
    expect(told.lines[0]).toContain('for 1 account of order');
  });

  test('replacements of dead accounts are mailed and shown beside them', async () => {
    const sale = await sell(shop, 3);
    const [one, two] = await sale.ids();
    const claim = await sale.claim([one!, two!]);
    const replaced = await sale.replace({ claim_id: claim.data.id });
    expect(replaced.data.order).toMatchObject({
      status: 'processing',
      total_amount: '3',
      delivery: { state: 'queued' },
    });
    const states = (await sale.items()).map(({ state, replaced_by: by }) => [state, by]);
    const [, , , four, five] = await sale.ids();
    expect(states).toEqual([
      ['replaced', four],
      ['replaced', five],
      ['good', null],
      ['good', null],
      ['good', null],
    ]);
    const { good, remedied } = await sale.texts();
    expect(good).toEqual(sale.lines.slice(2, 5));
    expect(remedied).toEqual([
      { id: one, replaced_by: four, replaced_by_line: 2, text: sale.lines[0] },
      { id: two, replaced_by: five, replaced_by_line: 3, text: sale.lines[1] },
    ]);
    expect(await sale.balance()).toBe('10');
    expect((await sale.claims())[0]).toMatchObject({ state: 'replaced', answer: 'dead' });
    const mails = await shop.ctx.db
      .selectFrom('mails')
      .innerJoin('orders', 'orders.id', 'mails.reference')
      .select('mails.state')
      .where('order_no', '=', sale.orderNo)
      .orderBy('mails.id')
      .execute();
    expect(mails.map(({ state }) => state)).toEqual(['dead', 'queued']);
    expect((await sale.claim([four!])).code).toBe(200);
    expect((await sale.claim([one!])).code).toBe(300_036);
  });

  test('a repeated call is answered as before, another remedy for an account is refused', async () => {
    const sale = await sell(shop, 3);
    const [one, two, three] = await sale.ids();
    const first = await sale.replace({ item_ids: [one] });
    expect((await sale.replace({ item_ids: [one] })).data).toEqual(first.data);
    expect(await sale.items()).toHaveLength(4);
    expect((await sale.refund({ item_ids: [one] })).code).toBe(300_037);
    const paid = await sale.refund({ item_ids: [two] });
    expect(await sale.refund({ item_ids: [two] })).toMatchObject({ data: { order: paid.data.order } });
    expect(await sale.balance()).toBe('11');
    expect((await sale.replace({ item_ids: [two] })).code).toBe(300_037);
    expect((await sale.refund({ item_ids: [two, three] })).code).toBe(300_037);
    expect((await sale.replace({})).code).toBe(510);
    expect((await sale.refund({ item_ids: [three], claim_id: '1' })).code).toBe(100_001);
    expect((await sale.refund({ claim_id: '999999999' })).code).toBe(506);
  });

  test('a partial refund and the rest add up to exactly what was paid, and nothing is handed out again', async () => {
    const sale = await sell(shop, 3);
    const [one, two] = await sale.ids();
    const claim = await sale.claim([one!]);
    const part = await sale.refund({ claim_id: claim.data.id });
    expect(part.data).toMatchObject({
      order: { status: 'partially_refunded', refunded_amount: '1' },
      proposal: null,
    });
    await sale.replace({ item_ids: [two] });
    const whole = await sale.refund();
    expect(whole.data.order).toMatchObject({ status: 'refunded', refunded_amount: '3' });
    expect((await sale.refund()).data.order).toEqual(whole.data.order);
    expect(await sale.balance()).toBe('13');
    const { good, remedied } = await sale.texts();
    expect(good).toEqual([]);
    expect(remedied.map(({ text }) => text)).toEqual([null, sale.lines[1], null, null]);
    expect((await sale.claims())[0]).toMatchObject({ state: 'refunded' });
    expect(
      (await sale.events())
        .filter(({ kind }) => kind === 'refunded')
        .map(({ accounts, amount, actor }) => [accounts, amount, actor]),
    ).toEqual([
      [1, '1', sale.admin.user.username],
      [2, '2', sale.admin.user.username],
    ]);
    expect((await findLedgerMismatches(shop.ctx.db)).filter(({ userId }) => userId === sale.userId)).toEqual(
      [],
    );
    expect((await shop.call('POST', `/api/orders/${sale.orderNo}/delivery-email`, {}, sale.buyer)).code).toBe(
      300_037,
    );
  });

  test('above the setting a second person approves the refund; accounts settled meanwhile make it fail', async () => {
    const sale = await sell(shop, 3, { price: 60 });
    const bob = await signInAdmin(shop.ctx);
    const approve = (id: string) => shop.call('POST', `/api/proposals/${id}/approve`, undefined, bob.headers);
    const [one, two, three] = await sale.ids();
    expect((await sale.refund({ item_ids: [one] })).data.proposal).toBeNull();
    // Alone it would be below; with what was refunded before it is not.
    const asked = await sale.refund({ item_ids: [two] });
    expect(asked.data).toMatchObject({
      order: { refunded_amount: '60' },
      proposal: { state: 'proposed', terms: { accounts: 1, amount: '60', order_no: sale.orderNo } },
    });
    expect((await sale.refund({ item_ids: [two] })).data.proposal.id).toBe(asked.data.proposal.id);
    expect((await sale.refund({ item_ids: [three] })).code).toBe(300_021);
    expect((await approve(asked.data.proposal.id)).data.state).toBe('applied');
    expect(await sale.balance()).toBe('130');
    const late = await sale.refund({ item_ids: [three] });
    await approve((await sale.replace({ item_ids: [three] })).data.proposal.id);
    expect((await approve(late.data.proposal.id)).data.state).toBe('failed');
    expect(await sale.balance()).toBe('130');
  });

  test('the timeline names who proposed a refund, who approved or stopped it, and why', async () => {
    const sale = await sell(shop, 2, { price: 120 });
    const bob = await signInAdmin(shop.ctx);
    const [one, two] = await sale.ids();
    const ask = (id: string, what: string, body?: object) =>
      shop.call('POST', `/api/proposals/${id}/${what}`, body, bob.headers);
    const paid = await sale.refund({ item_ids: [one], reason: 'a bad batch' });
    shop.clock.advance(1_000);
    await ask(paid.data.proposal.id, 'approve');
    shop.clock.advance(1_000);
    const stopped = await sale.refund({ item_ids: [two], reason: 'this one too' });
    shop.clock.advance(1_000);
    await ask(stopped.data.proposal.id, 'veto', { reason: 'it works for us' });
    const [ann, other] = [sale.admin.user.username, bob.user.username];
    const told = (await sale.events()).map(({ kind, actor, accounts, amount, note }) =>
      [kind, actor, accounts, amount, note].join(', '),
    );
    expect(told.slice(1)).toEqual([
      `refundProposed, ${ann}, 1, 120, a bad batch`,
      `refundApproved, ${other}, 1, 120, `,
      `refunded, ${ann}, 1, 120, a bad batch`,
      `refundProposed, ${ann}, 1, 120, this one too`,
      `refundStopped, ${other}, 1, 120, it works for us`,
    ]);
  });

  test('erased accounts are neither claimed nor replaced, but can be refunded', async () => {
    const sale = await sell(shop, 2);
    const [one] = await sale.ids();
    await shop.ctx.db
      .updateTable('orders')
      .set({ accounts_deleted_at: shop.clock.now() })
      .where('order_no', '=', sale.orderNo)
      .execute();
    expect((await sale.claim([one!])).code).toBe(300_012);
    expect((await sale.replace({ item_ids: [one] })).code).toBe(300_012);
    expect((await sale.refund({ item_ids: [one] })).data.order).toMatchObject({
      status: 'partially_refunded',
    });
  });

  test('a replacement needs stock, and changes nothing without it', async () => {
    const sale = await sell(shop, 3, { stock: 4 });
    const [one, two] = await sale.ids();
    expect((await sale.replace({ item_ids: [one, two] })).code).toBe(300_002);
    expect((await sale.items()).map(({ state }) => state)).toEqual(['good', 'good', 'good']);
    expect((await sale.replace({ item_ids: [one] })).code).toBe(200);
  });

  test('a closed profile is refunded nothing', async () => {
    const sale = await sell(shop, 1);
    await shop.ctx.db.updateTable('users').set({ status: 'closed' }).where('id', '=', sale.userId).execute();
    expect((await sale.refund()).code).toBe(200_001);
  });

  test('whoever comes first settles an account, whatever others try at the same time', async () => {
    for (let round = 0; round < 6; round += 1) {
      const sale = await sell(shop, 4, { stock: 8 });
      const ids = await sale.ids();
      const claim = await sale.claim(ids.slice(0, 2));
      const tries = [
        sale.refund({ item_ids: [ids[0]] }),
        sale.refund({ claim_id: claim.data.id }),
        sale.replace({ item_ids: [ids[0]] }),
        sale.replace({ claim_id: claim.data.id }),
        sale.refund(),
        sale.refund(),
        sale.replace({ item_ids: [ids[0]] }),
        sale.claim([ids[2]!]),
        sale.claim([ids[2]!]),
      ];
      for (const { code } of await Promise.all(tries))
        expect([200, 300_036, 300_037, 300_038]).toContain(code);
      const items = await sale.items();
      const refunded = items.filter(({ state }) => state === 'refunded').length;
      const replaced = items.filter(({ state }) => state === 'replaced').length;
      expect(items).toHaveLength(4 + replaced);
      expect(await sale.balance()).toBe(String(10 + refunded));
      expect((await sale.order()).refunded_amount).toBe(String(refunded));
      expect(
        (await findLedgerMismatches(shop.ctx.db)).filter(({ userId }) => userId === sale.userId),
      ).toEqual([]);
    }
  });
});

describe('shares of what is refunded', () => {
  /** What is paid back of orders that a coupon made cheaper. */

  const buy = (buyer: TestBuyer, goodsId: bigint, change: { quantity: number; coupon: string }) =>
    placeOrder(buyer.ctx, {
      body: { goods_id: String(goodsId), gender: 'random', ...change },
      idempotencyKey: randomUUID(),
    });

  const rowOf = async (buyer: TestBuyer, orderNo: string): Promise<OrderRow> =>
    (await findOwnOrder(buyer.ctx.db, buyer.id, orderNo))!;

  let ctx: Ctx;

  beforeAll(async () => {
    ({ ctx } = await createWorld());
  });

  test('the share of an order in SQL is that of the contract', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.bigInt(0n, 1_000n),
        fc.nat(50),
        async (quantity, more, some) => {
          const total = BigInt(quantity) + more;
          const accounts = Math.min(some, quantity);
          const { rows } = await sql<{ share: bigint }>`
          select ${shareOfOrder(sql`${accounts}::int`)} as share
          from (values (${total}::bigint, ${quantity}::int)) as orders (total_micro, quantity)`.execute(
            ctx.db,
          );
          expect(rows[0]!.share).toBe(shareOf(total, quantity, accounts));
        },
      ),
      { numRuns: runsHere(100) },
    );
  });

  test('a version that knows no coupons cannot pay back more than an account cost', async () => {
    const goodsId = await buildGoods(ctx);
    await stockUp(ctx, goodsId, 2);
    const buyer = await buildBuyer(ctx, 2_000_000n);
    const { code } = await buildCoupon(ctx, { kind: 'fixed', amount_micro: 1_000_001n });
    const { order_no } = await buy(buyer, goodsId, { quantity: 2, coupon: code });
    const { id, created_at: placed_at, unit_price_micro } = await rowOf(buyer, order_no);
    const refund = (amount_micro: bigint, quantity: number) =>
      ctx.db
        .insertInto('order_timeline')
        .values({ order_id: id, placed_at, kind: 'refunded', at: placed_at, quantity, amount_micro })
        .execute();
    await expect(refund(unit_price_micro, 1)).rejects.toThrow('order_timeline_refund');
    await refund(500_000n, 1);
    await expect(refund(500_000n, 1)).rejects.toThrow('order_timeline_refund');
    await refund(499_999n, 1);
  });

  const sales = fc.record({
    priceMicro: fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 2_000_000n)),
    quantity: fc.integer({ min: 1, max: 12 }),
    offMicro: fc.bigInt(1n, 3_000_000n),
    rate: fc.integer({ min: 0, max: 10_000 }),
    parts: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 5 }),
  });

  type Sale = {
    readonly priceMicro: bigint;
    readonly quantity: number;
    readonly offMicro: bigint;
    readonly rate: number;
    readonly parts: readonly number[];
  };

  /** A new admin for each: what one may refund alone adds up. */
  async function refundInParts({ priceMicro, quantity, offMicro, rate, parts }: Sale): Promise<void> {
    const admin = await signInAdmin(ctx);
    const agent = await buildBuyer(ctx);
    await buildAgent(ctx, {
      userId: agent.id,
      platformName: 'Pier',
      telegram: '',
      commissionBasisPoints: rate,
    });
    const has = priceMicro * BigInt(quantity);
    const buyer = await buildBuyer(ctx, has);
    await ctx.db.updateTable('users').set({ agent_id: agent.id }).where('id', '=', buyer.id).execute();
    const goodsId = await buildGoods(ctx, { price_micro: priceMicro });
    await stockUp(ctx, goodsId, quantity);
    const { code } = await buildCoupon(ctx, { kind: 'fixed', amount_micro: offMicro });
    const { order_no } = await buy(buyer, goodsId, { quantity, coupon: code });
    const row = await rowOf(buyer, order_no);
    const ids = (await findSoldItems(ctx.db, row.id)).map(({ id }) => String(id));
    const earned = (row.total_micro * BigInt(rate)) / 10_000n;
    expect(await commissionOf(agent.id)).toBe(earned);
    let refunded = 0;
    for (const part of [...parts, quantity]) {
      const item_ids = ids.slice(refunded, refunded + part);
      if (item_ids.length === 0) break;
      const answer = await refundOrder(admin.ctx, {
        params: { order_no },
        body: { reason: 'dead', item_ids },
      });
      refunded += item_ids.length;
      const left = row.total_micro - shareOf(row.total_micro, quantity, refunded);
      expect(answer.order.refunded_amount).toBe(formatMicro(row.total_micro - left));
      expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(has - left);
      expect(await commissionOf(agent.id)).toBe((earned * left) / row.total_micro);
      const shown = await readAnyOrder(admin.ctx, { params: { order_no } });
      expect(shown.order.refunded_amount).toBe(shown.refunded_amount);
    }
    expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(has);
  }

  async function commissionOf(agentId: bigint): Promise<bigint> {
    const account = await ctx.db
      .selectFrom('ledger_accounts')
      .select('balance_micro')
      .where('user_id', '=', agentId)
      .where('kind', '=', 'commission')
      .executeTakeFirstOrThrow();
    return account.balance_micro ?? 0n;
  }

  test('property: refunds in any parts are the total, and the agent keeps the commission of what is left', async () => {
    await fc.assert(fc.asyncProperty(sales, refundInParts), { numRuns: runsHere(24) });
    expect(await findLedgerMismatches(ctx.db)).toEqual([]);
  });
});
