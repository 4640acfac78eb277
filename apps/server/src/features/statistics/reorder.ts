import {
  formatMicro,
  REORDER_REASONS,
  textIn,
  type Data,
  type Input,
  type ReorderRow,
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { recordExport } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { sendTable } from '../../platform/http/send-list.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { listGoodsOnSale } from '../goods/index.ts';
import { countStock, countWaiting } from '../stock/index.ts';
import { readSnapshot, sumSales, type Rollup, type Snapshot } from './daily-totals.sql.ts';
import { daysUpTo } from './days.ts';

/** At whose pace products run out, and for how long a suggestion lasts. */
const PACE_DAYS = 14;
const COVER_DAYS = 30;

type ReorderQuery = Pick<Input<'listReorder'>['query'], 'within' | 'idle'>;

/** What to buy again, the soonest first, then what does not sell, by what it is worth. */
export function listReorder(ctx: Ctx, { query }: Input<'listReorder'>): Promise<Data<'listReorder'>> {
  return readSnapshot(ctx, async (snapshot) => pageOf(await findReorder(ctx, snapshot, query), query));
}

/** The same as a file. */
export async function exportReorder(
  ctx: Ctx,
  { query }: Input<'exportReorder'>,
  reply: FastifyReply,
): Promise<unknown> {
  const rows = await readSnapshot(ctx, (snapshot) => findReorder(ctx, snapshot, query));
  const { format, within, idle } = query;
  const filter = { within: String(within), idle: String(idle) };
  await recordExport(ctx, { action: 'reorder.export', subject: 'goods', query: filter }, rows.length);
  const numbers = [
    'stock',
    'sold_per_day',
    'days_left',
    'suggested',
    'cost',
    'days_to_sell',
    'worth',
  ] as const;
  const header = ['product_id', 'product', 'reason', 'supplier', 'last_sold_at'];
  const cells = rows.map((row) => {
    const texts = [
      row.goods.id,
      row.goods.name,
      row.reason,
      row.supplier?.name ?? '',
      row.last_sold_at ?? '',
    ];
    return [...texts, ...numbers.map((name) => row[name] ?? '')];
  });
  return sendTable(
    reply,
    { name: 'reorder', header: [...header, ...numbers.map((number) => ({ number }))], format },
    cells,
  );
}

async function findReorder(
  { language, clock }: Ctx,
  snapshot: Snapshot,
  { within, idle }: ReorderQuery,
): Promise<ReorderRow[]> {
  const { db, rollup } = snapshot;
  const goods = await listGoodsOnSale(db, {});
  const keys = goods.map(({ id }) => id);
  const pace = await readPace(snapshot, keys, PACE_DAYS);
  const purchases = await findPurchases(db, keys, rollup);
  const waiting = await countWaiting(db, keys);
  const rows = goods.flatMap(({ id, name, updated_at: changedAt }): ReorderRow[] => {
    const { free, perDay } = pace.get(id)!;
    const bought = purchases.get(id);
    const facts = {
      free,
      perDay,
      soldAt: bought?.soldAt ?? null,
      changedAt,
      boughtAt: bought?.boughtAt ?? null,
    };
    const reason = reasonToList(facts, { within, idle }, clock.now());
    if (reason === null) return [];
    const cost = bought?.costMicro ?? null;
    return [
      {
        goods: { id: String(id), name: textIn(name, language) },
        reason,
        ...presentPace({ free, perDay }),
        last_sold_at: facts.soldAt?.toISOString() ?? null,
        suggested: Math.max(0, Math.ceil(perDay * COVER_DAYS - free - (waiting.get(id) ?? 0))),
        supplier: bought?.supplierId ? { id: String(bought.supplierId), name: bought.supplier ?? '' } : null,
        cost: cost === null ? null : formatMicro(cost),
        days_to_sell: bought?.daysToSell == null ? null : round(bought.daysToSell),
        worth: cost === null ? null : formatMicro(cost * BigInt(free)),
      },
    ];
  });
  const place = (row: ReorderRow): number => REORDER_REASONS.indexOf(row.reason);
  // What is sold out, by how well it was sold, then by when.
  const soldOut = (a: ReorderRow, b: ReorderRow): number =>
    b.sold_per_day - a.sold_per_day || (b.last_sold_at ?? '').localeCompare(a.last_sold_at ?? '');
  return rows.toSorted((a, b) => {
    if (place(a) !== place(b)) return place(a) - place(b);
    if (a.reason === 'out') return soldOut(a, b);
    return a.reason === 'soon' ? a.days_left! - b.days_left! : Number(b.worth ?? 0) - Number(a.worth ?? 0);
  });
}

type Pace = {
  /** Accounts that can be sold. */
  readonly free: number;
  readonly perDay: number;
};

/** What each product has left, and how fast it was sold in the last `days` days. */
export async function readPace(
  { db, rollup, today }: Snapshot,
  ids: readonly bigint[],
  days: number,
): Promise<Map<bigint, Pace>> {
  const stock = await countStock(db, ids);
  const sums = await sumSales(db, rollup, {
    ...daysUpTo(today, days),
    by: 'goods',
    perRow: 'key',
    keys: ids,
  });
  const sold = new Map(sums.map((sum) => [sum.label, Number(sum.items)]));
  return new Map(
    ids.map((id) => {
      const { unspecified, male, female } = stock.get(id) ?? { unspecified: 0, male: 0, female: 0 };
      return [id, { free: unspecified + male + female, perDay: (sold.get(String(id)) ?? 0) / days }];
    }),
  );
}

export const presentPace = ({ free, perDay }: Pace) => ({
  stock: free,
  sold_per_day: round(perDay),
  days_left: perDay === 0 ? null : round(free / perDay),
});

type ReorderFacts = Pace & {
  readonly soldAt: Date | null;
  readonly changedAt: Date;
  /** Its first import, or the first move to it. */
  readonly boughtAt: Date | null;
};

/** After a change, stock has so long to sell. */
const CHANGE_DAYS = 7;

function reasonToList(
  { free, perDay, soldAt, changedAt, boughtAt }: ReorderFacts,
  { within, idle }: ReorderQuery,
  now: Date,
): ReorderRow['reason'] | null {
  const isPast = (at: Date, days: number): boolean => now.getTime() - at.getTime() >= days * DAY_MS;
  // Buyers see it, though nobody can buy it, however long ago it was sold.
  if (free === 0) return 'out';
  if (perDay > 0 && free / perDay <= within) return 'soon';
  if (soldAt === null) return boughtAt !== null && isPast(boughtAt, idle) ? 'never' : null;
  if (isPast(soldAt, idle)) return 'idle';
  return soldAt < changedAt && isPast(changedAt, CHANGE_DAYS) ? 'price' : null;
}

type PurchaseRow = {
  readonly supplierId: bigint | null;
  readonly supplier: string | null;
  readonly costMicro: bigint | null;
  readonly boughtAt: Date | null;
  readonly soldAt: Date | null;
  readonly daysToSell: number | null;
};

/**
 * By product: its last import, since when it has had stock, its last order, and how long what was sold as it took from its
 * import. Imports that were rolled back do not count.
 */
async function findPurchases(
  db: Db,
  goodsIds: readonly bigint[],
  { id: rollupId, time_zone: zone }: Rollup,
): Promise<Map<bigint, PurchaseRow>> {
  const kept = sql`stock_batches where added > 0 and state <> 'rolled back'`;
  const { rows } = await sql<PurchaseRow & { id: bigint }>`
    select wanted.id, last.supplier_id as "supplierId", supplier.name as supplier,
      case last.cost_per when 'all' then last.cost_micro / last.added else last.cost_micro end as "costMicro",
      first.at as "boughtAt", sold.created_at as "soldAt", pace.days as "daysToSell"
    from unnest(${idArray(goodsIds)}::bigint[]) as wanted (id)
    left join (select distinct on (goods_id) * from ${kept} order by goods_id, id desc) last
      on last.goods_id = wanted.id
    left join (
      select goods_id, min(created_at) as at from (
        select goods_id, created_at from ${kept}
        union all select to_goods, created_at from stock_moves where undone_at is null) as brought
      group by 1) first on first.goods_id = wanted.id
    left join suppliers supplier on supplier.id = last.supplier_id
    left join lateral (
      select created_at from orders where goods_id = wanted.id order by created_at desc limit 1) sold on true
    left join (
      select line.goods_id, (sum(line.items * (line.day - (batch.created_at at time zone ${zone}::text)::date))
        / nullif(sum(line.items), 0))::float as days
      from batch_sales_by_day line join stock_batches batch on batch.id = line.batch_id
      where line.rollup_id = ${rollupId} and line.by = 'all' group by 1) pace on pace.goods_id = wanted.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const round = (value: number): number => Math.round(value * 10) / 10;
