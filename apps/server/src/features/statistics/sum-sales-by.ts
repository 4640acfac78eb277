import { textIn, type Language, type SALES_BY, type SalesRow, type SalesSums } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { findGoods, listCategoryRows, type GoodsRow } from '../goods/index.ts';
import { findAgentNames } from './agent-names.sql.ts';
import { sumSales, type SalesSum } from './daily-totals.sql.ts';
import { listDays, type Days } from './days.ts';
import type { Snapshot } from './read-snapshot.ts';
import { addSums, presentSums } from './sales-sums.ts';

type Dimension = (typeof SALES_BY)[number];

type SalesReport = { readonly rows: SalesRow[]; readonly sum: SalesSums };

/** A row for each day, or for each product, category or agent with sales or refunds in those days. */
export async function sumSalesBy(
  { db, rollup }: Snapshot,
  dimension: Dimension,
  days: Days,
  language: Language,
): Promise<SalesReport> {
  const sums = await sumSales(db, rollup, {
    ...days,
    by: dimension === 'day' ? 'all' : dimension === 'category' ? 'goods' : dimension,
    perRow: dimension === 'day' ? 'day' : 'key',
  });
  return {
    rows: await toRows(db, dimension, days, sums, language),
    sum: presentSums(addSums(sums)),
  };
}

async function toRows(
  db: Db,
  dimension: Dimension,
  days: Days,
  sums: readonly SalesSum[],
  language: Language,
): Promise<SalesRow[]> {
  if (dimension === 'day') {
    const byDay = new Map(sums.map((sum) => [sum.label, [sum]]));
    return listDays(days).map((day) => toRow(day, '', byDay.get(day) ?? []));
  }
  const ids = sums.map(({ label }) => BigInt(label));
  if (dimension === 'agent') {
    const names = await findAgentNames(db, ids);
    return sums.map((sum) => toRow(sum.label, names.get(sum.label) ?? '', [sum]));
  }
  const goods = await findGoods(db, ids);
  const goodsOf = ({ label }: SalesSum): GoodsRow => goods.get(BigInt(label))!;
  if (dimension === 'goods')
    return sums.map((sum) => toRow(sum.label, textIn(goodsOf(sum).name, language), [sum]));
  const byCategory = Map.groupBy(sums, (sum) => goodsOf(sum).category_id);
  const categories = (await listCategoryRows(db)).filter(({ id }) => byCategory.has(id));
  return categories.map(({ id, name }) => toRow(String(id), textIn(name, language), byCategory.get(id)!));
}

const toRow = (key: string, name: string, sums: readonly SalesSum[]): SalesRow => ({
  key,
  name,
  ...presentSums(addSums(sums)),
});
