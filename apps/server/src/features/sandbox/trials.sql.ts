import type { Trial } from '@portside/contract';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';

/** When people began to try the sandbox, in real time; null where it was never prepared. */
export async function readBeginning(db: Db): Promise<Date | null> {
  const { began } = await db
    .selectFrom('sandbox_sign_ins')
    .select((is) => is.fn.min('created_at').as('began'))
    .executeTakeFirstOrThrow();
  return began;
}

/**
 * Which trials somebody has done since then, each by the row that it leaves. The demo's buyers go on ordering, so orders
 * and claims count only of the sandbox's own sign-ins and of whoever has signed up since.
 */
export async function findDoneTrials(
  db: Db,
  since: Date,
  sandboxWallets: readonly Hex[],
): Promise<Record<Trial, boolean>> {
  const visitors = db
    .selectFrom('users')
    .select('id')
    .where((is) =>
      is.or([
        is('created_at', '>=', since),
        is('username', 'in', is.selectFrom('sandbox_sign_ins').select('username')),
      ]),
    );
  const credited = db
    .selectFrom('deposits')
    .select('id')
    .where('state', '=', 'credited')
    .where('recorded_at', '>=', since);
  return db
    .selectNoFrom((is) => [
      is.exists(credited).as('topUp'),
      is
        .exists(
          db
            .selectFrom('orders')
            .select('id')
            .where('created_at', '>=', since)
            .where('user_id', 'in', visitors),
        )
        .as('order'),
      is
        .exists(db.selectFrom('deposit_claims').select('id').where('created_at', '>=', since))
        .as('exchangeFee'),
      is.exists(credited.where('from_address', 'not in', sandboxWallets)).as('ownWallet'),
      is
        .exists(
          db
            .selectFrom('warranty_claims')
            .innerJoin('orders', 'orders.id', 'warranty_claims.order_id')
            .select('warranty_claims.id')
            .where('warranty_claims.created_at', '>=', since)
            .where('orders.user_id', 'in', visitors),
        )
        .as('claim'),
      is
        .exists(
          db
            .selectFrom('users')
            .select('id')
            .where('created_at', '>=', since)
            .where('agent_id', 'is not', null),
        )
        .as('referral'),
      is
        .exists(
          db
            .selectFrom('stock_batches')
            .select('id')
            .where('created_at', '>=', since)
            .where('user_id', 'is not', null),
        )
        .as('stock'),
      is
        .exists(
          db
            .selectFrom('support_messages')
            .select('id')
            .where('created_at', '>=', since)
            .where('answered_by', 'is not', null),
        )
        .as('conversation'),
      is
        .exists(
          db
            .selectFrom('proposals')
            .select('id')
            .where('kind', '=', 'refundApproved')
            .where('state', '=', 'applied')
            .where('approved_at', '>=', since),
        )
        .as('refund'),
      is
        .exists(
          db
            .selectFrom('reports')
            .select('id')
            .where('settled_at', '>=', since)
            .where('settled_by', 'is not', null),
        )
        .as('takedown'),
    ])
    .executeTakeFirstOrThrow() as Promise<Record<Trial, boolean>>;
}
