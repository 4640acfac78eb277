import { DAY_MS, SECOND_MS } from '../../../platform/clock.ts';
import { CANDIDATE_REASONS, type CandidateReason } from '@portside/contract';
import type { CreditCandidate, FindCandidates, DepositRow } from '../../deposits/index.ts';
import type { Ctx } from '../../../platform/context.ts';
import { isGenuine, listByOrderId } from '../recharge-macs.ts';
import { spanOfTime, type IdSpan } from '../order-id.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/**
 * A payment may differ by this much from what a top-up waited for: the fee of an exchange, rounding, the tail left out.
 */
const LEAST_DIFFERENCE_MICRO = 5_000_000n;
const DIFFERENCE_PERMILLE = 20n;
/** Of each reason; the back office shows them all. */
const MOST = { ofReason: 20, ofUser: 3 };
/** The longest quote and the day for which its amount stays reserved. */
const RESERVED_MS = 2 * DAY_MS;
/** Clocks of the shop and of the chain differ. */
const SKEW_MS = 60_000;
/** Blocks name whole seconds: a top-up of the block's second may be this much younger than its time. */
const REST_OF_SECOND_MS = SECOND_MS - 1;

/**
 * Buyers to whom an unmatched deposit may belong, best proof first: for whom its sender has signed, then who had an open
 * top-up of about its amount on the same wallet when it was sent, then whose top-up had just ended; the nearest amounts
 * first. Then whose top-up of exactly its amount names the same wallet on another network, or of about its amount is paid
 * already. Last, who named it: anyone can. A top-up that was written or changed outside the shop suggests nobody.
 */
export const findCandidates: FindCandidates = async (ctx, deposit) => {
  const { db } = ctx;
  const sentAt = deposit.block_time.getTime();
  const span = spanOfTime(new Date(sentAt - RESERVED_MS - SKEW_MS), new Date(sentAt + REST_OF_SECOND_MS));
  const near = { span, leastMicro: LEAST_DIFFERENCE_MICRO, permille: DIFFERENCE_PERMILLE };
  const rows = [
    ...(await listSigners(db, deposit, MOST.ofReason)),
    ...(await listNearRecharges(db, deposit, near, MOST)),
    ...(await listOtherNetworks(db, deposit, near, MOST.ofReason)),
    ...(await listNamers(db, deposit, MOST.ofReason)),
  ];
  const rivals = await listRivals(db, deposit, near);
  const genuine = await keepGenuine(ctx, rows);
  const proven = new Set(
    genuine.filter(({ reason }) => reason !== 'namedHash').map(({ user_id }) => user_id),
  );
  return genuine
    .filter(({ reason, user_id }) => reason !== 'namedHash' || !proven.has(user_id))
    .map((row) => present(row, rivals))
    .toSorted(byProof);
};

async function keepGenuine(ctx: Ctx, rows: readonly CandidateRow[]): Promise<CandidateRow[]> {
  const named = await listByOrderId(
    ctx.db,
    rows.flatMap(({ order_id }) => order_id ?? []),
  );
  const genuine = new Set(named.filter((row) => isGenuine(ctx, row)).map(({ order_id }) => order_id));
  return rows.filter(({ order_id }) => order_id === null || genuine.has(order_id));
}

const present = (row: CandidateRow, rivals: readonly bigint[]): CreditCandidate => ({
  userId: row.user_id,
  username: row.username,
  reason: row.reason,
  at: row.at,
  orderId: row.order_id,
  wantedMicro: row.wanted_micro,
  isOnlyOne: rivals.every((id) => id === row.user_id),
});

/** Those of one reason stay in their order. */
const byProof = (a: CreditCandidate, b: CreditCandidate): number =>
  CANDIDATE_REASONS.indexOf(a.reason) - CANDIDATE_REASONS.indexOf(b.reason);

type CandidateRow = {
  readonly user_id: bigint;
  readonly username: string;
  readonly reason: CandidateReason;
  readonly at: Date;
  readonly order_id: string | null;
  readonly wanted_micro: bigint | null;
};

/**
 * Users for whom the sending wallet has signed a claim of the transaction; the deposit is one that the claim left out.
 * Asking for the text to sign proves nothing, nor does a signature of another wallet.
 */
async function listSigners(db: Db, deposit: DepositRow, limit: number): Promise<CandidateRow[]> {
  const { tx_hash: hash, from_address: sender } = deposit;
  const { rows } = await sql<CandidateRow>`
    select u.id as user_id, u.username, 'signedClaim' as reason, signed.at, null as order_id, null as wanted_micro
    from (select user_id, min(created_at) as at from deposit_claims
      where tx_hash = ${hash} and signer_address = ${sender} group by user_id) as signed
    join users u on u.id = signed.user_id
    where u.status <> 'closed' order by signed.at limit ${limit}`.execute(db);
  return rows;
}

type Near = { readonly span: IdSpan; readonly leastMicro: bigint; readonly permille: bigint };

/** What a top-up had received before a block: later payments must not bring its rest nearer to the deposit. */
const paidBefore = (block: number) => sql`coalesce((
  select sum(d.amount_micro) from recharge_deposits paid join deposits d on d.id = paid.deposit_id
  where paid.recharge_id = r.id and d.state = 'credited' and d.block_number < ${block}), 0)::bigint`;

type Most = { readonly ofReason: number; readonly ofUser: number };

/**
 * Top-ups that were open when the deposit was sent, or had ended while their amount was reserved, of which it differs
 * by at most `leastMicro` or that share of the amount; those that are paid by now, too. Top-ups that were created
 * afterwards are left out: deposits are public, so anyone could create one. A block's time is in whole seconds, and the
 * head that a top-up was created at may be an old one, so both decide which came first.
 *
 * The nearest of each reason and user are kept. Nobody can choose a nearer amount once the deposit is known, so nobody
 * pushes another one out.
 */
async function listNearRecharges(
  db: Db,
  deposit: DepositRow,
  { span, leastMicro, permille }: Near,
  most: Most,
): Promise<CandidateRow[]> {
  const { chain_id: chainId, to_address: wallet, amount_micro: came } = deposit;
  const { block_number: block, block_time: sentAt } = deposit;
  const { rows } = await sql<CandidateRow>`
    with candidates as (
      select r.id, r.user_id, u.username, r.order_id, wanted_micro, difference, r.created_at as at,
        case when r.state = 'credited' then 'paidRecharge'
          when r.expires_at >= ${sentAt} and (r.cancelled_at is null or r.cancelled_at >= ${sentAt}) then 'openRecharge'
          else 'endedRecharge' end as reason
      from recharges r join users u on u.id = r.user_id
      cross join lateral (select case when r.state = 'credited' then r.pay_amount_micro
        else r.pay_amount_micro - ${paidBefore(block)} end as wanted_micro) as wanted
      cross join lateral (select abs(wanted_micro - ${came}) as difference) as apart
      where r.order_id between ${span.first} and ${span.last}
        and r.chain_id = ${chainId} and r.wallet_address = ${wallet}
        and r.state in ('waiting', 'seen', 'cancelled', 'expired', 'credited')
        and r.head_at_creation < ${block}
        and r.reserved_until >= ${sentAt} and u.status <> 'closed'
        and difference <= greatest(${leastMicro}::bigint, wanted_micro * ${permille}::bigint / 1000)
    ), of_users as (
      select *, row_number() over (partition by reason, user_id order by difference, id desc) as place from candidates
    ), of_reasons as (
      select *, row_number() over (partition by reason order by difference, id desc) as place_of_reason
      from of_users where place <= ${most.ofUser}
    )
    select user_id, username, reason, at, order_id, wanted_micro from of_reasons
    where place_of_reason <= ${most.ofReason} order by difference, id desc`.execute(db);
  return rows;
}

/** Top-ups of exactly this amount, to the same wallet on another network, that waited for it when it was sent. */
async function listOtherNetworks(
  db: Db,
  { chain_id: chainId, to_address: wallet, amount_micro: came, block_time: sentAt }: DepositRow,
  { span }: Near,
  limit: number,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select r.user_id, u.username, 'otherNetwork' as reason, r.created_at as at, r.order_id,
      r.pay_amount_micro as wanted_micro
    from recharges r join users u on u.id = r.user_id
    where r.order_id between ${span.first} and ${span.last}
      and r.wallet_address = ${wallet} and r.chain_id <> ${chainId}
      and r.pay_amount_micro = ${came} and r.amount_micro <> ${came}
      and r.state in ('waiting', 'seen', 'cancelled', 'expired')
      and r.created_at <= ${sentAt} and r.reserved_until >= ${sentAt} and u.status <> 'closed'
    order by r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Who named the transaction as their payment, for whatever top-up; first those whose top-up is nearest to it. */
async function listNamers(
  db: Db,
  { tx_hash: hash, to_address: wallet, amount_micro: came }: DepositRow,
  limit: number,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select n.user_id, u.username, 'namedHash' as reason, n.named_at as at, r.order_id,
      r.pay_amount_micro as wanted_micro
    from named_payments n join users u on u.id = n.user_id
    left join recharges r on r.order_id = n.order_id and r.user_id = n.user_id
    where n.tx_hash = ${hash} and u.status <> 'closed'
    order by r.wallet_address is not distinct from ${wallet} desc, abs(r.pay_amount_micro - ${came}), n.id
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * At most two users with a top-up to the wallet of about this amount, whole or missing, when the deposit was sent.
 * Includes those that are not suggested: blocked users, top-ups decided since, of another network with that wallet,
 * or changed outside the shop. Credited top-ups count only if their buyer named this transaction.
 */
async function listRivals(
  db: Db,
  deposit: DepositRow,
  { span, leastMicro, permille }: Near,
): Promise<bigint[]> {
  const { to_address: wallet, amount_micro: came, tx_hash: hash } = deposit;
  const { block_number: block, block_time: sentAt } = deposit;
  const { rows } = await sql<{ user_id: bigint }>`
    select distinct r.user_id from recharges r
    cross join lateral (values (r.pay_amount_micro), (r.pay_amount_micro - ${paidBefore(block)})) as wanted (micro)
    where r.order_id between ${span.first} and ${span.last}
      and r.wallet_address = ${wallet} and r.reserved_until >= ${sentAt}
      and (r.state <> 'credited' or r.submitted_tx_hash = ${hash})
      and abs(wanted.micro - ${came}) <= greatest(${leastMicro}::bigint, wanted.micro * ${permille}::bigint / 1000)
    limit 2`.execute(db);
  return rows.map(({ user_id: id }) => id);
}
