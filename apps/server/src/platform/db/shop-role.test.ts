import { DAY_MS } from '../clock.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { purgeAccounts } from '../../features/orders/delivery/purge-accounts.ts';
import { sweepSessions } from '../../features/sessions/sessions.ts';
import { createShopAsShopRole, type TestShop } from '../../testing/app.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { createOwnDatabase } from '../../testing/database-copies.ts';
import { sell } from '../../testing/sale.ts';
import { isOnPostgres } from '../../testing/world.ts';
import { createDb, createPool, type Db } from './db.ts';
import { APPEND_ONLY, listGrants, readRoleRights } from './shop-role.sql.ts';
import { updateTables } from './migrate.ts';

const DENIED = '42501';

const codeOf = (db: Db, statement: string): Promise<string | null> =>
  sql
    .raw(statement)
    .execute(db)
    .then(
      () => null,
      (error: { code: string }) => error.code,
    );

async function importLines({ call }: TestShop, goodsId: bigint, headers: Record<string, string>) {
  const file = { name: 'stock.txt', bytes: 40, form: { kind: 'text' } };
  const wanted = { goods_id: String(goodsId), note: '', has_right_to_sell: true, file };
  const { id } = (await call('POST', '/api/stock/imports', wanted, headers)).data;
  const body = { from_line: 0, text: 'first----key\nsecond----key\n', form: file.form };
  return (await call('POST', `/api/stock/imports/${id}/lines`, body, headers)).data;
}

describe.skipIf(!isOnPostgres)('as the role of the running shop', () => {
  test('the shop sells, replaces, refunds, imports, takes top-ups, and erases what is due', async () => {
    const shop = await createShopAsShopRole();
    const { ctx, clock, call } = shop;
    const sale = await sell(shop, 3);
    const [first, second] = await sale.ids();
    expect((await sale.texts()).good).toHaveLength(3);
    expect((await sale.claim([first!, second!])).code).toBe(200);
    expect((await sale.replace({ item_ids: [first] })).code).toBe(200);
    expect((await sale.refund({ item_ids: [second] })).code).toBe(200);
    expect(await sale.balance()).toBe('11');
    expect((await importLines(shop, sale.goodsId, sale.admin.headers)).added).toBe(2);
    await createFollowedChain(ctx, 'ETH');
    const topUp = { type: 'ETH', amount: '20' };
    expect((await call('POST', '/api/recharges', topUp, sale.buyer)).code).toBe(200);
    clock.advance(8 * DAY_MS);
    await purgeAccounts(ctx);
    await sweepSessions(ctx);
    const left = await ctx.db.selectFrom('stock_items').select('id').execute();
    // What is still on sale: two of six, and two that were imported.
    expect(left).toHaveLength(4);
  });

  test('nothing that only grows can be changed, emptied or deleted, and no table be made or altered', async () => {
    const { ctx } = await createShopAsShopRole();
    for (const table of APPEND_ONLY)
      for (const attack of [`delete from ${table}`, `truncate ${table}`])
        expect([attack, await codeOf(ctx.db, attack)]).toEqual([attack, DENIED]);
    for (const attack of [
      'update audit_entries set action = action',
      'update ledger_movements set amount_micro = 1',
      'alter table audit_entries disable trigger audit_entries_append_only',
      'drop table ledger_movements',
      'truncate users cascade',
      'create table mine (id int)',
      'create function mine() returns int language sql as $$select 1$$',
      "insert into kysely_migration (name, timestamp) values ('9999-mine', '')",
    ])
      expect([attack, await codeOf(ctx.db, attack)]).toEqual([attack, DENIED]);
    const role = await readRoleRights(ctx.db);
    expect(role).toMatchObject({ changeable: [], isOwner: false });
  });

  test('the owner updates the tables and gives the role its rights, which finds them so', async () => {
    const { url, shopUrl, drop } = await createOwnDatabase(process.env['TEST_DATABASE_URL']!, {
      isMigrated: false,
      hasShopRole: true,
    });
    const asShop = { databaseUrl: shopUrl, migrateDatabaseUrl: null };
    const pool = createPool({ connectionString: url, max: 1 });
    try {
      await expect(updateTables(asShop)).rejects.toThrow('portside migrate');
      await updateTables({ databaseUrl: shopUrl, migrateDatabaseUrl: url });
      await updateTables(asShop);
      // Again, as with every new version.
      await updateTables({ databaseUrl: shopUrl, migrateDatabaseUrl: url });
      await sql`delete from kysely_migration where name = '0000-schema'`.execute(createDb(pool));
      await expect(updateTables(asShop)).rejects.toThrow('portside migrate');
      expect(await readRoleRights(createDb(pool))).toMatchObject({
        isOwner: true,
        changeable: [...APPEND_ONLY],
      });
    } finally {
      await pool.end();
      await drop();
    }
  });
});

test('the name of a role is quoted in its grants', () => {
  const grants = listGrants('the "shop"; drop table users');
  expect(
    grants.every((one) => !one.includes('drop') || one.includes('"the ""shop""; drop table users"')),
  ).toBe(true);
});
