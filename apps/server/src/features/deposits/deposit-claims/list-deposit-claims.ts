import type { Data, Input } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { listOwnDepositClaims } from './deposit-claims.sql.ts';
import { presentDepositClaims } from './deposit-claims.present.ts';

/** The caller's claims with their current state, newest first. There are few per user, so one page holds all. */
export async function listDepositClaims(
  ctx: Ctx,
  { query }: Input<'listDepositClaims'>,
): Promise<Data<'listDepositClaims'>> {
  const claims = await listOwnDepositClaims(ctx.db, requireUser(ctx.actor).userId, query.limit);
  return { items: await presentDepositClaims(ctx, claims), next_cursor: null, total: claims.length };
}
