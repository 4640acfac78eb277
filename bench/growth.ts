/** How many bytes do an imported account and an order of one account add to each table, and to the write-ahead log? */
import { sql } from 'kysely';
import { importStock } from '../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { readFlags, figures, table } from './setup/report.ts';
import { order } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeBuyers, makeGoods } from './setup/shop.ts';

const flags = readFlags({ orders: [100_000], buyers: [64] });
const [orders = 100_000] = flags.orders;
const [buyerCount = 64] = flags.buyers;

type Sizes = { readonly wal: number; readonly tables: ReadonlyMap<string, number> };

/** Tables with their indexes and long values, in bytes. */
async function readSizes({ db }: Ctx): Promise<Sizes> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  const wal = await sql<{ bytes: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`.execute(db);
  return {
    wal: Number(wal.rows[0]!.bytes),
    tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

function tell(what: string, before: Sizes, after: Sizes): void {
  const grown = [...after.tables]
    .map(([name, bytes]) => [name, (bytes - (before.tables.get(name) ?? 0)) / orders] as const)
    .filter(([, bytes]) => bytes >= 1)
    .toSorted(([, one], [, other]) => other - one);
  const all = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  table(
    [what, 'bytes each'],
    [
      ...grown.map(([name, bytes]) => [name, figures(bytes)]),
      ['all tables', figures(all)],
      ['write-ahead log', figures((after.wal - before.wal) / orders)],
    ],
  );
}

function* makeLines(): Generator<string> {
  for (let n = 0; n < orders; n += 1) yield `user-${n}@mail.example----pass-${n}----recovery-${n}`;
}

await onDatabase(false, async ({ ctx }) => {
  const [goodsId] = await makeGoods(ctx, 1, 0);
  const buyers = await makeBuyers(ctx, buyerCount);
  const empty = await readSizes(ctx);
  await importStock(ctx, {
    goodsId: BigInt(goodsId!),
    gender: 'unspecified',
    note: 'bench',
    lines: makeLines(),
  });
  const stocked = await readSizes(ctx);
  tell('imported account', empty, stocked);
  const each = Math.floor(orders / buyerCount);
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let n = 0; n < each; n += 1) await order(buyer, goodsId!, 1);
    }),
  );
  tell('order of one account', stocked, await readSizes(ctx));
});
