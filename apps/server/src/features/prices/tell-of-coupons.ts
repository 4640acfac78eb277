import { sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import { lockName } from '../../platform/db/db.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { nextReference, notify } from '../notices/index.ts';

const BEFORE_MS = 3 * DAY_MS;
/** Told in one transaction. */
const BATCH = 100;

type Ending = {
  readonly id: bigint;
  readonly code: string;
  readonly ends_at: Date;
  readonly user_id: bigint;
};

/**
 * Tells buyers whom a coupon names, and who have not used it, that it ends within three days; each of each coupon once.
 * A coupon for levels or for everybody is nobody's in particular.
 */
export async function tellOfCoupons(ctx: Ctx): Promise<{ more: boolean }> {
  return inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    // Whoever runs it too waits, and then sees who was told.
    await lockName(step.db, 'coupons that end');
    const { rows } = await sql<Ending>`
      select coupon.id, coupon.code, coupon.ends_at, holder.user_id from coupons coupon
      cross join lateral unnest(coupon.user_ids) as holder (user_id)
      join users on users.id = holder.user_id and users.status = 'active'
      where coupon.is_on and coupon.starts_at <= ${now}
        and coupon.ends_at > ${now} and coupon.ends_at <= ${new Date(now.getTime() + BEFORE_MS)}
        and (coupon.max_uses is null or coupon.uses < coupon.max_uses)
        and not exists (
          select from orders where orders.user_id = holder.user_id and orders.coupon_id = coupon.id)
        and not (coupon.first_order and exists (select from orders where orders.user_id = holder.user_id))
        and not exists (
          select from notices where notices.user_id = holder.user_id and notices.event = 'couponEnding'
            and notices.facts ->> 'couponId' = coupon.id::text)
      order by coupon.id, holder.user_id limit ${BATCH}`.execute(step.db);
    for (const { id, code, ends_at: endsAt, user_id: userId } of rows) {
      const at = `${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
      const facts = { code, at, couponId: id.toString() };
      const reference = await nextReference(step.db);
      await notify(step, { userId, event: 'couponEnding', reference, facts }, { bulk: true });
    }
    return { more: rows.length === BATCH };
  });
}
