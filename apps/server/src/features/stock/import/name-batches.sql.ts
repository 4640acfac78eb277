import { mapNames, type NameById } from '../../../platform/audit/name-by-id.ts';

/** An import is named by its note. */
export const nameBatches: NameById = async ({ db }, ids) =>
  mapNames(
    await db.selectFrom('stock_batches').select(['id', 'note as name']).where('id', 'in', ids).execute(),
  );
