import type { Data, Input } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { listOwnClaims } from './claims.sql.ts';
import { presentClaims } from './claims.present.ts';

/** Own claims with what became of them; few by nature, so all in one page. */
export async function listDepositClaims(
  { db, actor }: Ctx,
  { query }: Input<'listDepositClaims'>,
): Promise<Data<'listDepositClaims'>> {
  const claims = await listOwnClaims(db, requireUser(actor).userId, query.limit);
  return { items: await presentClaims(db, claims), next_cursor: null, total: claims.length };
}
