import { findWarrantyClaimsOfOrder } from '../features/orders/after-sales/warranty-claims.sql.ts';
import { findOrderByNo } from '../features/orders/orders.sql.ts';
import { findSoldItems } from '../features/orders/sold-items.sql.ts';
import type { Db } from '../platform/db/db.ts';
import type { AfterSales } from './models/after-sales-model.ts';

/** Items and claims by their position instead of their id. */
export async function readAfterSales(db: Db, orderId: bigint): Promise<AfterSales> {
  const items = await findSoldItems(db, orderId);
  const claims = (await findWarrantyClaimsOfOrder(db, orderId)).toReversed();
  const place = (list: readonly { id: bigint }[], id: bigint | null) =>
    id === null ? null : list.findIndex((one) => one.id === id);
  return {
    items: items.map(({ state, replacedBy, claimId }) => ({
      state,
      replacedBy: place(items, replacedBy),
      claim: place(claims, claimId),
    })),
    claims: claims.map(({ state, quantity }) => ({ state, accounts: quantity })),
  };
}

/** An id that no item has. */
const NOBODYS = '999999999999';

export async function idsAt(db: Db, orderNo: string, places: readonly number[]): Promise<string[]> {
  const order = await findOrderByNo(db, orderNo);
  const items = await findSoldItems(db, order!.id);
  return places.map((place) => items[place]?.id.toString() ?? NOBODYS);
}
