import type { CandidateReason } from '@portside/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { DEPOSIT_CLAIM_TEXT_MS, type DepositRow } from '../../deposits/index.ts';
import type { IdSpan } from '../order-id.ts';

export type CandidateRow = {
  readonly user_id: bigint;
  readonly username: string;
  readonly reason: CandidateReason;
  readonly at: Date;
  readonly order_id: string | null;
  readonly wanted_micro: bigint | null;
};

/** Users who named the transaction, for a top-up or to claim it: each once, with what they named first. */
export async function listNamers(db: Db, deposit: DepositRow, limit: number): Promise<CandidateRow[]> {
  const { chain_id: chainId, tx_hash: hash } = deposit;
  const { rows } = await sql<CandidateRow>`
    select u.id as user_id, u.username, 'namedHash' as reason, named.at, named.order_id, named.wanted_micro
    from (select distinct on (user_id) * from (
      select user_id, coalesce(submitted_at, created_at) as at, order_id, pay_amount_micro - credited_micro as wanted_micro
      from recharges where submitted_tx_hash = ${hash} and chain_id = ${chainId}
        and state in ('waiting', 'seen', 'cancelled', 'expired')
      union all
      select user_id, created_at, null, null from deposit_claims where tx_hash = ${hash} and chain_id = ${chainId}
      union all
      select user_id, expires_at - make_interval(secs => ${DEPOSIT_CLAIM_TEXT_MS} / 1000), null, null from deposit_claim_texts
      where tx_hash = ${hash} and chain_id = ${chainId}
    ) as each_naming order by user_id, at, order_id) as named join users u on u.id = named.user_id
    where u.status <> 'closed' order by named.at limit ${limit}`.execute(db);
  return rows;
}

type Near = { readonly span: IdSpan; readonly leastMicro: bigint; readonly permille: bigint };

/**
 * Top-ups that were open when the deposit was sent, or had ended while their amount was reserved, of which it differs
 * by at most `leastMicro` or that share of the amount. Top-ups that were created afterwards are left out: deposits are
 * public, so anyone could create a matching one. Blocks decide which came first, because a block's time is in whole
 * seconds; the span of order ids bounds how late a head was known.
 */
export async function listNearRecharges(
  db: Db,
  deposit: DepositRow,
  { span, leastMicro, permille }: Near,
  limit: number,
): Promise<CandidateRow[]> {
  const { chain_id: chainId, to_address: wallet, amount_micro: came } = deposit;
  const { block_number: block, block_time: sentAt } = deposit;
  const wanted = sql`(r.pay_amount_micro - r.credited_micro)`;
  const { rows } = await sql<CandidateRow>`
    select r.user_id, u.username, r.created_at as at, r.order_id, ${wanted} as wanted_micro,
      case when r.expires_at >= ${sentAt} and (r.cancelled_at is null or r.cancelled_at >= ${sentAt})
        then 'openRecharge' else 'endedRecharge' end as reason
    from recharges r join users u on u.id = r.user_id
    where r.order_id between ${span.first} and ${span.last}
      and r.chain_id = ${chainId} and r.wallet_address = ${wallet}
      and r.state in ('waiting', 'seen', 'cancelled', 'expired')
      and r.head_at_creation < ${block}
      and r.reserved_until >= ${sentAt} and u.status <> 'closed'
      and abs(${wanted} - ${came}) <= greatest(${leastMicro}::bigint, ${wanted} * ${permille}::bigint / 1000)
    order by abs(${wanted} - ${came}), r.id desc limit ${limit}`.execute(db);
  return rows;
}
