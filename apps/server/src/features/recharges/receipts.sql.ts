import { sql } from 'kysely';
import type { Hex } from 'viem';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Network } from '@portside/contract';
import type { RechargeState } from './recharge-states.ts';

/** The order ids of the top-ups that deposits paid, by the deposit's id; deposits of none are absent. */
export async function findOrderIdsOfDeposits(
  db: Db,
  depositIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ id: bigint; order_id: string }>`
    select paid.deposit_id as id, recharges.order_id
    from recharge_deposits paid join recharges on recharges.id = paid.recharge_id
    where paid.deposit_id = any(${idArray(depositIds)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.order_id]));
}

/** A payment that was credited to a top-up. */
export type RechargeCredit = {
  readonly txHash: Hex;
  readonly fromAddress: Hex;
  readonly toAddress: Hex;
  readonly amountMicro: bigint;
  /** What the payment earned on top. */
  readonly bonusMicro: bigint;
  readonly creditedAt: Date;
};

/** The payments that a top-up was credited with and that were not reversed, oldest first. */
export async function listCreditsOf(db: Db, rechargeId: bigint): Promise<RechargeCredit[]> {
  const { rows } = await sql<RechargeCredit>`
    select deposits.tx_hash as "txHash", deposits.from_address as "fromAddress",
      deposits.to_address as "toAddress",
      movement.amount_micro as "amountMicro",
      coalesce(bonus.amount_micro, 0)::bigint as "bonusMicro", movement.created_at as "creditedAt"
    from recharge_deposits paid
    join deposits on deposits.id = paid.deposit_id and deposits.state = 'credited'
    join ledger_movements movement on movement.kind = 'credit' and movement.reference = deposits.id
    left join ledger_movements bonus on bonus.kind = 'bonus' and bonus.reference = deposits.id
    where paid.recharge_id = ${rechargeId}
    order by movement.id`.execute(db);
  return rows;
}

/** What payments of these top-ups earned on top, by the top-ups' ids; those without a bonus are absent. */
export async function sumBonusesOf(db: Db, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: bigint; bonusMicro: bigint }>`
    select paid.recharge_id as id, sum(bonus.amount_micro)::bigint as "bonusMicro"
    from recharge_deposits paid
    join deposits on deposits.id = paid.deposit_id and deposits.state = 'credited'
    join ledger_movements bonus on bonus.kind = 'bonus' and bonus.reference = deposits.id
    where paid.recharge_id = any(${idArray(ids)}::bigint[])
    group by paid.recharge_id`.execute(db);
  return new Map(rows.map(({ id, bonusMicro }) => [id, bonusMicro]));
}

/** How long the chain is polled closely for a late payment. */
const LATE_MS = 60 * 60 * 1000;

const OPEN: readonly RechargeState[] = ['waiting', 'seen'];

const ENDED: readonly RechargeState[] = ['expired', 'cancelled'];

/** Whether a top-up of the network is open, or ended unpaid within the last hour. */
export async function isPaymentAwaited(db: Db, network: Network, now: Date): Promise<boolean> {
  const newest = await Promise.all(
    [...OPEN, ...ENDED].map((state) =>
      db
        .selectFrom('recharges')
        .select(['state', 'expires_at'])
        .where('network', '=', network)
        .where('state', '=', state)
        .orderBy((row) => row.neg('id'))
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return newest.some(
    (one) => one && (OPEN.includes(one.state) || now.getTime() - one.expires_at.getTime() < LATE_MS),
  );
}
