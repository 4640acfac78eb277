import {
  type Data,
  type Input,
  formatMicro,
  type Finding,
  type RechargeTimelineEntry,
  type RechargeTimelineKind,
} from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listProposalsOn, type ProposalRow } from '../../approvals/index.ts';
import { presentAdminRecharges } from './list-all-recharges.ts';
import { planSearch, findRecharges, type FoundRecharge } from './search-recharges.sql.ts';
import { explorerTxUrl, formatAddress, formatTxHash } from '@portside/chain';
import type { Hex } from 'viem';
import type { DepositRow, PendingTransferRow } from '../../deposits/index.ts';
import type { AuthorizationRow } from '../authorizations.ts';
import { OPENS_FOR_MS, TOKEN_MS, type RechargeTicketsTable } from '../tickets.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { RechargeRow } from '../recharges.sql.ts';

/** A buyer's top-up with its timeline. Refuses an unknown order id (notFound). */
export async function readAnyRecharge(
  ctx: Ctx,
  { params }: Input<'readAnyRecharge'>,
): Promise<Data<'readAnyRecharge'>> {
  const { db, clock } = ctx;
  const search = await planSearch(db, { order_id: params.order_id });
  const [row] = search ? await findRecharges(db, search, { isAscending: false }, 1) : [];
  if (!row) return refuse('notFound');
  const [[recharge], tickets, authorizations, deposits, pending] = await Promise.all([
    presentAdminRecharges(ctx, [row]),
    listTickets(db, row.id),
    listAuthorizations(db, row.id),
    listDepositsFor(db, row),
    findPendingOf(db, row),
  ]);
  const proposals = await listProposalsOn(
    db,
    deposits.map(({ id }) => `deposit:${id}`),
  );
  const history = { recharge: row, tickets, authorizations, deposits, proposals, pending };
  return { recharge: recharge!, events: buildTimeline(history, clock.now()) };
}

type RechargeHistory = {
  readonly recharge: FoundRecharge;
  readonly tickets: readonly TicketRow[];
  readonly authorizations: readonly AuthorizationRow[];
  readonly deposits: readonly DepositRow[];
  /** The proposals on these deposits. */
  readonly proposals: readonly ProposalRow[];
  /** Set while the payment is not final. */
  readonly pending:
    | Pick<PendingTransferRow, 'block_number' | 'block_time' | 'amount_micro' | 'from_address'>
    | undefined;
};

type Facts = {
  readonly actor?: string | null;
  readonly micro?: bigint;
  readonly wallet?: Hex;
  readonly txHash?: Hex | null;
  readonly block?: number;
  readonly note?: string;
  readonly heldReason?: Finding;
};

type MakeEntry = (kind: RechargeTimelineKind, at: Date, facts?: Facts) => RechargeTimelineEntry;

/** A top-up's timeline in chronological order, from the records that the shop keeps. */
function buildTimeline(history: RechargeHistory, now: Date): RechargeTimelineEntry[] {
  const { recharge, tickets, authorizations, deposits, proposals, pending } = history;
  const entry = entryMaker(recharge);
  const { amount_micro, submitted_at, submitted_tx_hash, cancelled_at, expires_at, tx_hash } = recharge;
  const isPaidInTime = deposits.some((deposit) => deposit.block_time <= expires_at);
  const later = [
    ...tickets.flatMap((ticket) => ticketEntries(entry, ticket)),
    ...authorizations.map((one) =>
      entry('authorized', one.created_at, {
        micro: one.amount_micro,
        wallet: one.wallet_address,
        txHash: one.tx_hash,
        note: one.mode,
      }),
    ),
    ...(submitted_at ? [entry('txHashSubmitted', submitted_at, { txHash: submitted_tx_hash })] : []),
    ...(pending && recharge.state === 'seen'
      ? [
          entry('paid', pending.block_time, {
            micro: pending.amount_micro,
            wallet: pending.from_address,
            txHash: tx_hash,
            block: pending.block_number,
          }),
        ]
      : []),
    ...(cancelled_at ? [entry('cancelled', cancelled_at, { actor: recharge.username })] : []),
    ...(!cancelled_at && !isPaidInTime && !pending && expires_at <= now
      ? [entry('expired', expires_at)]
      : []),
    ...deposits.flatMap((deposit) =>
      depositEntries(
        entry,
        recharge,
        deposit,
        proposals.filter(({ subject }) => subject === `deposit:${deposit.id}`),
      ),
    ),
  ];
  const created = entry('asked', recharge.created_at, { actor: recharge.username, micro: amount_micro });
  // Always first: block times are whole seconds and may precede the creation.
  return [created, ...later.toSorted((a, b) => a.at.localeCompare(b.at))];
}

const entryMaker =
  ({ network, chain_id }: FoundRecharge): MakeEntry =>
  (kind, at, { actor = null, micro, wallet, txHash, block, note = '', heldReason } = {}) => ({
    kind,
    at: at.toISOString(),
    actor,
    amount: micro === undefined ? null : formatMicro(micro),
    wallet: wallet === undefined ? null : formatAddress(network, wallet),
    tx_hash: txHash ? formatTxHash(network, txHash) : null,
    tx_url: txHash ? explorerTxUrl(network, Number(chain_id), txHash) : null,
    block: block ?? null,
    note,
    held_reason: heldReason ?? null,
  });

/** Its times are derived from its expiry times. */
function ticketEntries(entry: MakeEntry, { opens_until, token_until }: TicketRow): RechargeTimelineEntry[] {
  const made = entry('ticketMade', new Date(opens_until.getTime() - OPENS_FOR_MS));
  if (token_until === null) return [made];
  return [made, entry('ticketOpened', new Date(token_until.getTime() - TOKEN_MS))];
}

function depositEntries(
  entry: MakeEntry,
  recharge: FoundRecharge,
  deposit: DepositRow,
  proposals: readonly ProposalRow[],
): RechargeTimelineEntry[] {
  const { state, user_id, held_reason, block_time, recorded_at, amount_micro: micro } = deposit;
  const paid = entry('paid', block_time, {
    micro,
    wallet: deposit.from_address,
    txHash: deposit.tx_hash,
    block: deposit.block_number,
  });
  const events = [paid];
  if (held_reason !== null) events.push(entry('held', recorded_at, { micro, heldReason: held_reason }));
  const isBuyers = user_id === recharge.user_id;
  const isAssigned = proposals.some(
    (one) => one.kind === 'depositAssignmentApproved' && one.state === 'applied',
  );
  const isAutomatic =
    held_reason === null && !isAssigned && (state === 'credited' || state === 'reversed') && isBuyers;
  if (isAutomatic) {
    const { expires_at, cancelled_at } = recharge;
    const isLate = block_time > expires_at || (cancelled_at !== null && cancelled_at < recorded_at);
    events.push(entry(isLate ? 'creditedLate' : 'credited', recorded_at, { micro }));
  }
  return [...events, ...proposals.flatMap((proposal) => decisionEntries(entry, recharge, proposal, micro))];
}

const PROPOSED = {
  depositAssignmentApproved: 'creditProposed',
  depositRejectionApproved: 'rejectionProposed',
  depositReversalApproved: 'reversalProposed',
} as const;

function decisionEntries(
  entry: MakeEntry,
  recharge: FoundRecharge,
  proposal: ProposalRow,
  micro: bigint,
): RechargeTimelineEntry[] {
  const kind = PROPOSED[proposal.kind as keyof typeof PROPOSED];
  if (kind === undefined) return [];
  const { proposed_at, proposer, approver, settler, settled_at, state, outcome, reason, terms } = proposal;
  const proposed = entry(kind, proposed_at, { actor: proposer, note: reason });
  if (settled_at === null) return [proposed];
  if (state !== 'applied')
    return [proposed, entry('proposalStopped', settled_at, { actor: settler, note: outcome })];
  const to = String(terms['username'] ?? '');
  const isOther = kind === 'creditProposed' && terms['user_id'] !== recharge.user_id.toString();
  const done = {
    creditProposed: 'credited',
    rejectionProposed: 'rejected',
    reversalProposed: 'reversed',
  } as const;
  const facts = { actor: approver, micro, ...(isOther && { note: to }) };
  return [proposed, entry(isOther ? 'creditedToOther' : done[kind], settled_at, facts)];
}

type TicketRow = Selectable<RechargeTicketsTable>;

const listTickets = (db: Db, rechargeId: bigint): Promise<TicketRow[]> =>
  db.selectFrom('recharge_tickets').selectAll().where('recharge_id', '=', rechargeId).execute();

const listAuthorizations = (db: Db, rechargeId: bigint): Promise<AuthorizationRow[]> =>
  db.selectFrom('recharge_authorizations').selectAll().where('recharge_id', '=', rechargeId).execute();

/**
 * The deposits of a top-up: those added to it, and those that paid it but were held, rejected or credited to
 * another user.
 */
const listDepositsFor = (db: Db, recharge: RechargeRow): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where((is) =>
      is.or([
        is(
          'id',
          'in',
          is.selectFrom('recharge_deposits').select('deposit_id').where('recharge_id', '=', recharge.id),
        ),
        is.and([
          is('chain_id', '=', recharge.chain_id),
          is('tx_hash', '=', recharge.tx_hash ?? is.lit(null)),
          is.or([
            is('amount_micro', '=', recharge.pay_amount_micro),
            is('order_ref', '=', recharge.order_ref),
          ]),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();

/** The pending transfer of a top-up, if any. */
const findPendingOf = (db: Db, { chain_id, tx_hash }: RechargeRow) =>
  db
    .selectFrom('pending_transfers')
    .select(['block_number', 'block_time', 'amount_micro', 'from_address'])
    .where('chain_id', '=', chain_id)
    .where('tx_hash', '=', tx_hash)
    .limit(1)
    .executeTakeFirst();
