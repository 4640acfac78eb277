import { mapNames, type NameById } from '../../../platform/audit/name-by-id.ts';

/** A claim is known by its order's number. */
export const nameClaims: NameById = async ({ db }, ids) =>
  mapNames(
    await db
      .selectFrom('claims')
      .innerJoin('orders', 'orders.id', 'claims.order_id')
      .select(['claims.id', 'orders.order_no as name'])
      .where('claims.id', 'in', ids)
      .execute(),
  );
