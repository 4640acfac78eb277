import { textIn, type AdminWarrantyClaim, type Language, type WarrantyClaim } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { findGoods } from '../../goods/index.ts';
import {
  countRemedies,
  NO_REMEDIES,
  type WarrantyClaimDetailsRow,
  type WarrantyClaimRow,
  type RemedyCounts,
} from './warranty-claims.sql.ts';

const presentShared = (row: WarrantyClaimRow, orderNo: string, remedies: RemedyCounts) => ({
  id: row.id.toString(),
  order_no: orderNo,
  state: row.state,
  reason: row.reason,
  accounts: row.quantity,
  ...remedies,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  answer: row.answer,
});

export const presentWarrantyClaim = (
  row: WarrantyClaimRow,
  orderNo: string,
  itemIds: readonly bigint[],
  remedies = NO_REMEDIES,
): WarrantyClaim => ({
  ...presentShared(row, orderNo, remedies),
  item_ids: itemIds.map(String),
});

export async function presentAdminWarrantyClaims(
  db: Db,
  rows: readonly WarrantyClaimDetailsRow[],
  language: Language,
): Promise<AdminWarrantyClaim[]> {
  const [goods, remedies] = await Promise.all([
    findGoods(db, [...new Set(rows.map((row) => row.goods_id))]),
    countRemedies(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    ...presentShared(row, row.order_no, remedies.get(row.id) ?? NO_REMEDIES),
    goods: { id: row.goods_id.toString(), name: textIn(goods.get(row.goods_id)!.name, language) },
    buyer: { id: row.user_id.toString(), username: row.buyer },
    settled_by: row.settler,
  }));
}
