import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findKnownIds } from './search.sql.ts';

/** Those of the ids that belong to items, each once; sold, withdrawn and erased ones too. */
export async function findKnownItems({ actor, db }: Ctx, ids: readonly bigint[]): Promise<bigint[]> {
  requireAction(actor, 'stock.read');
  return findKnownIds(db, ids);
}
