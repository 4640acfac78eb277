import type { AdminClaim, Claim, Language } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { findGoods, textIn } from '../../goods/index.ts';
import {
  countSettledItems,
  NOTHING_SETTLED,
  type ClaimRow,
  type KnownClaimRow,
  type SettledCounts,
} from './claims.sql.ts';

const shared = (row: ClaimRow, orderNo: string, settled: SettledCounts) => ({
  id: row.id.toString(),
  order_no: orderNo,
  state: row.state,
  reason: row.reason,
  accounts: row.quantity,
  ...settled,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  answer: row.answer,
});

export const presentClaim = (
  row: ClaimRow,
  orderNo: string,
  itemIds: readonly bigint[],
  settled = NOTHING_SETTLED,
): Claim => ({
  ...shared(row, orderNo, settled),
  item_ids: itemIds.map(String),
});

export async function presentAdminClaims(
  db: Db,
  rows: readonly KnownClaimRow[],
  language: Language,
): Promise<AdminClaim[]> {
  const [goods, settled] = await Promise.all([
    findGoods(db, [...new Set(rows.map((row) => row.goods_id))]),
    countSettledItems(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    ...shared(row, row.order_no, settled.get(row.id) ?? NOTHING_SETTLED),
    goods: { id: row.goods_id.toString(), name: textIn(goods.get(row.goods_id)!.name, language) },
    buyer: { id: row.user_id.toString(), username: row.buyer },
    settled_by: row.settler,
  }));
}
