import { explorerTxUrl, formatTxHash } from '@portside/chain';
import { formatMicro, type Network, type Recharge } from '@portside/contract';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DepositRow } from '../deposits/index.ts';
import type { RechargeRow } from './recharges.sql.ts';

export type NearMiss = NonNullable<Recharge['near_miss']>;
export type ChainRef = Pick<RechargeRow, 'network' | 'chain_id'>;

/** The last digits, by which a top-up is recognised. */
const TAIL_MICRO = 10_000n;
/** An exchange's fee at most, and a cent for rounding. */
const LARGEST_FEE_PERMILLE = 500n;
/** Clocks of the shop and of the chain differ. */
const SKEW = '2 minutes';

/** Whether a payment `came` nearly answers a top-up `r` that it was sent to the wallet of. */
const nearlyAnswers = sql`case
  when came.chain_id <> r.chain_id then came.amount_micro = r.pay_amount_micro
  else came.amount_micro <> r.pay_amount_micro
    and came.amount_micro >= r.pay_amount_micro * (1000 - ${LARGEST_FEE_PERMILLE}::bigint) / 1000
    and (came.amount_micro % ${TAIL_MICRO}::bigint = r.pay_amount_micro % ${TAIL_MICRO}::bigint
      or abs(came.amount_micro - r.pay_amount_micro) < ${TAIL_MICRO}::bigint) end`;

type MissRow = ChainRef & {
  readonly id: bigint;
  readonly tx_hash: Hex;
  readonly amount_micro: bigint;
  readonly block_time: Date;
};

/**
 * The newest payment that nearly answers each top-up and is nobody's: sent to its wallet since it was created, with its
 * last digits or rounded by less than a cent, or of exactly its amount on another network. It only asks the buyer; their
 * sender's signature decides.
 */
export async function findNearMisses(
  db: Db,
  rows: readonly Pick<RechargeRow, 'id'>[],
): Promise<ReadonlyMap<bigint, NearMiss>> {
  if (rows.length === 0) return new Map();
  const { rows: found } = await sql<MissRow>`
    select distinct on (r.id) r.id, came.network, came.chain_id, came.tx_hash, came.amount_micro, came.block_time
    from recharges r cross join lateral (
      select network, chain_id, tx_hash, amount_micro, block_time from deposits
        where state = 'unmatched' and to_address = r.wallet_address
          and block_time >= r.created_at - ${SKEW}::interval
      union all
      select status.network, p.chain_id, p.tx_hash, p.amount_micro, p.block_time
        from pending_transfers p join chain_statuses status using (chain_id)
        where p.to_address = r.wallet_address and p.owner_id is null and p.order_ref is null
          and not exists (select from recharges paid where paid.chain_id = p.chain_id and paid.tx_hash = p.tx_hash)
    ) came
    where r.id = any(${idArray(rows.map(({ id }) => id))}::bigint[]) and ${nearlyAnswers}
    order by r.id, came.block_time desc, came.tx_hash`.execute(db);
  return new Map(found.map((row) => [row.id, present(row)]));
}

/** The unpaid top-up of a user that a payment to the shop's wallet nearly answers: the open one first, then the nearest. */
export async function findNearlyAnswered(
  db: Db,
  userId: bigint,
  { id }: Pick<DepositRow, 'id'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ order_id: string }>`
    select r.order_id from deposits came join recharges r on r.wallet_address = came.to_address
    where came.id = ${id} and came.owner_id is null and r.user_id = ${userId}
      and (r.state = 'waiting' or r.state = 'expired' and r.is_reserved) and r.pay_amount_micro <> r.amount_micro
      and came.block_time >= r.created_at - ${SKEW}::interval and ${nearlyAnswers}
    order by r.state = 'waiting' desc, abs(came.amount_micro - r.pay_amount_micro), r.id desc limit 1`.execute(
    db,
  );
  return rows[0]?.order_id;
}

const present = ({ network, chain_id, tx_hash, amount_micro, block_time }: MissRow): NearMiss => ({
  type: network,
  amount: formatMicro(amount_micro),
  tx_hash: formatTxHash(network, tx_hash),
  tx_url: explorerTxUrl(network, Number(chain_id), tx_hash),
  paid_at: block_time.toISOString(),
});

/** Where the payment that each top-up shows is, if that is another chain: an admin assigned it from there. */
export async function findPaidOn(
  db: Db,
  rows: readonly RechargeRow[],
): Promise<ReadonlyMap<bigint, ChainRef>> {
  const paid = rows.filter(
    ({ state, tx_hash }) => tx_hash !== null && (state === 'credited' || state === 'reversed'),
  );
  if (paid.length === 0) return new Map();
  const { rows: found } = await sql<ChainRef & { id: bigint; network: Network }>`
    select r.id, d.network, d.chain_id from recharge_deposits rd
    join recharges r on r.id = rd.recharge_id join deposits d on d.id = rd.deposit_id
    where rd.recharge_id = any(${idArray(paid.map(({ id }) => id))}::bigint[])
      and d.tx_hash = r.tx_hash and d.chain_id <> r.chain_id`.execute(db);
  return new Map(found.map(({ id, ...place }) => [id, place]));
}
