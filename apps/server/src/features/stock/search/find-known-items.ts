import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findKnownIds } from './search.sql.ts';

/** Those of the ids that items have or had, each once; sold, withdrawn and purged ones too. */
export async function findKnownItems({ actor, db }: Ctx, ids: readonly bigint[]): Promise<bigint[]> {
  requireAction(actor, 'stock.read');
  return findKnownIds(db, ids);
}
