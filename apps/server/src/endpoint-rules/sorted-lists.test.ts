import {
  paths,
  SORTS,
  type SortedList,
  contract,
  errors,
  isSelection,
  type EndpointName,
} from '@portside/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { signInAdmin, type TestAdmin, createPerson } from '../testing/people.ts';
import { createTestShop, type TestShop } from '../testing/app.ts';
import { buildGoods, stockUp } from '../testing/build.ts';
import { makeAgent, writeSale, writeUser } from '../testing/sales-facts.ts';
import { ENDPOINTS, endpointOf } from '../testing/cells.ts';

/**
 * Every list that can be sorted: by each of its columns, both ways. The texts of names are the reader's, so that
 * ten comes behind nine and an accent is no letter of its own.
 */
let shop: TestShop;

describe('sorted lists', () => {
  let admin: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    admin = await signInAdmin(shop.ctx);
    const { ctx } = shop;
    const names = ['Ware 10', 'ware 9', 'Älter', 'Zinc', 'alter 2'];
    await createPerson(ctx);
    for (const [n, en] of names.entries()) {
      const goodsId = await buildGoods(ctx, {
        name: { en },
        price_micro: BigInt((n * 3) % 5) * 900_000n + 95_000n,
      });
      await stockUp(ctx, goodsId, n % 3);
      const agentId = await makeAgent(ctx.db);
      await sql`update agents set platform_name = ${en}, commission_basis_points = ${(n * 7) % 4}
      where user_id = ${agentId}`.execute(ctx.db);
      const buyer = { id: await writeUser(ctx.db, ctx.clock.now(), agentId), agentId };
      const sale = {
        kind: 'sale',
        at: ctx.clock.now(),
        goodsId,
        agentId,
        items: n + 1,
        amountMicro: BigInt(n + 8) * BigInt(n + 1),
      } as const;
      const orderId = await writeSale(ctx.db, buyer, sale);
      const at = new Date(ctx.clock.now().getTime() - 5_000);
      await sql`insert into warranty_claims (order_id, user_id, quantity, reason, created_at)
      values (${orderId}, ${buyer.id}, 1, 'dead', ${at})`.execute(ctx.db);
      await sql`insert into reports (email, email_key, subject, explanation, address, created_at)
      values ('a@b.test', 'a@b.test', ${en}, 'It is mine', '', ${at})`.execute(ctx.db);
      await sql`insert into announcements (position, state, title, body, starts_at, ends_at, created_at, updated_at)
      values ('home', 'draft', ${JSON.stringify({ en })}, '{}', ${n % 2 ? at : null},
        ${n % 3 ? new Date(Date.UTC(2030 + n)) : null}, ${at}, ${new Date(Date.UTC(2020 - n))})`.execute(
        ctx.db,
      );
      await sql`insert into blocked_wallets (network, address, list, note, created_at)
      values ('ETH', ${address(n)}, 'own', ${en}, ${at})`.execute(ctx.db);
      await sql`insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
      amount_micro, pay_amount_micro, idempotency_key, created_at, head_at_creation, expires_at, is_reserved, reserved_until)
      values (${`RECH${at.getTime()}777${n}`}, ${buyer.id}, 'ETH', 1, ${address(n)}, ${address(n)},
        ${hash(n)}, ${((n * 3) % 4) + 5}, ${((n * 3) % 4) + 6}, 'sorted', ${at}, 1, ${at}, false, ${at})`.execute(
        ctx.db,
      );
      await sql`insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time,
      contract_address, from_address, to_address, amount_micro, amount_units, state, recorded_at)
      values ('ETH', 1, ${hash(n)}, 700, 1, ${hash(n)}, ${at}, ${address(n)}, ${address(n)}, ${address(n)},
        ${((n * 3) % 4) + 5_000_000}, ${((n * 3) % 4) + 5_000_000}, 'unmatched', ${at})`.execute(ctx.db);
      await sql`insert into security_events (hour, kind, address, user_id, call, count, first_at, last_at)
      values (${at}, 'signInRefused', ${address(n)}, 0, 'login', 1, ${at}, ${at})`.execute(ctx.db);
      await sql`insert into quarantined_logs (network, chain_id, tx_hash, ordinal, block_number, reason, recorded_at)
      values ('ETH', 1, ${hash(n)}, 1, 1, '{"code":"logFailed","facts":{}}', ${at})`.execute(ctx.db);
    }
  });

  const address = (n: number): string => `0x${String(n).repeat(40)}`;
  const hash = (n: number): string => `0xf${String(n).repeat(63)}`;

  type Row = Record<string, unknown>;

  /** By what a row shows of a column: a time, a figure, or a text. */
  function valueOf(list: SortedList, row: Row, column: string): string | number | null {
    const shown = column === 'balance' ? row['exact_balance'] : row[column];
    if (column === 'title') return Object.values(shown as Record<string, string>)[0]!;
    if (column === 'category') return (shown as { name: string }).name;
    if (column === 'name')
      return String(shown === '' && (list === 'listSales' || list === 'listProfit') ? row['key'] : shown);
    if (column === 'platform_name' || column === 'username') return String(shown);
    if (column.endsWith('_at') || column === 'at') return shown === null ? null : Date.parse(shown as string);
    return typeof shown === 'string' && /^-?\d+(\.\d+)?$/.test(shown) ? Number(shown) : (shown as string);
  }

  const texts = new Intl.Collator('en', { numeric: true });

  const isInOrder = (
    one: string | number | null,
    other: string | number | null,
    isDescending: boolean,
  ): boolean => {
    // Empty values come last, in both directions.
    if (one === null || other === null) return other === null;
    const order = typeof one === 'string' ? texts.compare(one, String(other)) : one - Number(other);
    return isDescending ? order >= 0 : order <= 0;
  };

  async function ask(list: SortedList, query: string) {
    const [, path] = paths[list];
    const by = list === 'listSales' || list === 'listProfit' ? '&by=goods' : '';
    return shop.call('GET', `${path}?${query}${by}`, undefined, admin.headers);
  }

  const ways = Object.entries(SORTS).flatMap(([list, columns]) =>
    columns.flatMap((column) => [`${list} ${column}`, `${list} -${column}`]),
  );

  async function readPages(list: SortedList, sort: string, limit: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor = ''; ;) {
      const { code, data } = await ask(list, `limit=${limit}&sort=${sort}${cursor}`);
      expect(code).toBe(200);
      rows.push(...data.items);
      if (data.next_cursor === null) return rows;
      cursor = `&cursor=${encodeURIComponent(data.next_cursor)}`;
      const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
      expect((await ask(list, `sort=${other}${cursor}`)).code).toBe(519);
      expect((await ask(list, cursor.slice(1))).code).toBe(519);
    }
  }

  /** What is told by the row's number: in these tests the clock goes to and fro. Names by the database's letters. */
  const isTold = (list: SortedList, column: string): boolean =>
    column.endsWith('_at') || column === 'at'
      ? ['listAgents', 'listAllGoods', 'listAnnouncements', 'listAllOrders'].includes(list)
      : list !== 'listUsers' || column === 'balance';

  test.each(ways)('%s: all pages are the list, sorted', async (way) => {
    const [list, sort] = way.split(' ') as [SortedList, string];
    const column = sort.replace('-', '');
    const whole = await readPages(list, sort, 500);
    expect(whole.length).toBeGreaterThan(1);
    expect(await readPages(list, sort, Math.ceil(whole.length / 4))).toEqual(whole);
    if (!isTold(list, column)) {
      const other = sort.startsWith('-') ? column : `-${column}`;
      expect(whole.toReversed()).toEqual(await readPages(list, other, 500));
      return;
    }
    const values = whole.map((row) => valueOf(list, row, column));
    for (const [index, value] of values.slice(1).entries())
      expect(isInOrder(values[index]!, value, sort.startsWith('-'))).toBe(true);
  });

  test('other sort columns are refused', async () => {
    for (const list of Object.keys(SORTS) as SortedList[])
      expect((await ask(list, 'sort=weather')).code).toBe(519);
  });
});

describe('empty selections', () => {
  let owner: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    owner = await signInAdmin(shop.ctx);
  });

  const selections = ENDPOINTS.flatMap((name) => {
    const { body } = endpointOf(name);
    const { shape } = (body ?? {}) as Partial<z.ZodMiniObject>;
    return Object.entries(shape ?? {}).flatMap(([field, schema]) =>
      isSelection(schema) ? [{ name, field }] : [],
    );
  });

  /** What the other fields need, so that only the selection can be refused. */
  const REST: Partial<Record<EndpointName, object>> = {
    withdrawStock: { goods_id: '1', reason: 'a reason' },
    restoreStock: { batch_id: '1' },
    previewStockMove: { goods_id: '1', to_goods_id: '2' },
    moveStock: { goods_id: '1', to_goods_id: '2' },
    replaceItems: { reason: 'a reason' },
    refundOrder: { reason: 'a reason' },
    decideHeldLines: { decision: 'sell' },
  };

  test('selections are in every call that takes all without one', () => {
    expect(selections.map(({ name, field }) => `${name} ${field}`).toSorted()).toEqual([
      'decideHeldLines kind',
      'decideHeldLines lines',
      'moveStock batch_id',
      'moveStock gender',
      'moveStock item_ids',
      'moveStock quantity',
      'previewStockMove batch_id',
      'previewStockMove gender',
      'previewStockMove item_ids',
      'previewStockMove quantity',
      'refundOrder claim_id',
      'refundOrder item_ids',
      'replaceItems claim_id',
      'replaceItems item_ids',
      'restoreStock batch_id',
      'restoreStock item_ids',
      'restoreStock withdrawal_id',
      'withdrawStock batch_id',
      'withdrawStock gender',
      'withdrawStock item_ids',
    ]);
  });

  test.each(selections)('$name refuses an empty $field and names it', async ({ name, field }) => {
    const [method, path] = paths[name];
    for (const empty of [[], '', null, [null], ['']]) {
      const answer = await shop.app.http.inject({
        method,
        url: path.replace(':order_no', '20260101AAAAAAAA').replace(':id', '1'),
        payload: { ...REST[name], [field]: empty },
        headers: owner.headers,
      });
      const { code, faults } = answer.json();
      expect({ code, faults }, JSON.stringify(empty)).toEqual({
        code: errors.invalidFormat.code,
        faults: [{ field, fault: 'few' }],
      });
    }
  });

  test('a call whose selection is left out is not refused for it', () => {
    for (const { name } of selections)
      expect(contract[name as 'withdrawStock'].body.safeParse(REST[name]).success, name).toBe(true);
  });
});
