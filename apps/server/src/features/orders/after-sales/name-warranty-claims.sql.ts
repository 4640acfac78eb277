import { mapNames, type NameById } from '../../../platform/audit/name-by-id.ts';

/** A claim is named by its order's number. */
export const nameWarrantyClaims: NameById = async ({ db }, ids) =>
  mapNames(
    await db
      .selectFrom('warranty_claims')
      .innerJoin('orders', 'orders.id', 'warranty_claims.order_id')
      .select(['warranty_claims.id', 'orders.order_no as name'])
      .where('warranty_claims.id', 'in', ids)
      .execute(),
  );
