import { bestBonus } from '@portside/contract/wire/bonus';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { debitReversedBonus, recordBonus } from '../ledger/index.ts';
import { freezeDebtor } from '../users/index.ts';
import { isOfferedAt, listTiersFor } from './bonuses.sql.ts';

/**
 * Gives what credited deposits earn, in the transaction that credits them, however that came. Each counts for itself, by
 * when its chain had it: neither a slow credit nor a late claim loses a bonus or finds one.
 */
export async function giveBonuses(
  ctx: Ctx,
  { deposits, userId }: EventPayloads['depositsCredited'],
): Promise<void> {
  const tiers = await listTiersFor(ctx.db, userId);
  if (tiers.length === 0) return;
  for (const { id: depositId, amount_micro: paidMicro, block_time: paidAt } of deposits) {
    const offered = tiers.filter((tier) => isOfferedAt(tier, paidAt));
    const best = bestBonus(offered, paidMicro);
    if (!best) continue;
    const { tier, bonusMicro: amountMicro } = best;
    await ctx.db
      .insertInto('deposit_bonuses')
      .values({
        deposit_id: depositId,
        bonus_id: tier.bonusId,
        user_id: userId,
        agent_id: sql`(select coalesce(agent_id, 0) from users where id = ${userId})`,
        amount_micro: amountMicro,
      })
      .execute();
    await recordBonus(ctx, { depositId, userId, amountMicro });
  }
}

/** Takes back what a reversed deposit had earned; a user who has spent it owes it and is blocked. */
export async function takeBonusBack(
  ctx: Ctx,
  { deposit: { id: depositId } }: EventPayloads['depositReversed'],
): Promise<void> {
  const earned = await ctx.db
    .selectFrom('deposit_bonuses')
    .select(['user_id', 'amount_micro'])
    .where('deposit_id', '=', depositId)
    .executeTakeFirst();
  if (!earned) return;
  const { user_id: userId, amount_micro: amountMicro } = earned;
  const { debtMicro } = await debitReversedBonus(ctx, { depositId, userId, amountMicro });
  if (debtMicro > 0n) await freezeDebtor(ctx, userId);
}
