import { explorerTxUrl, formatAddress, formatTxHash } from '@portside/chain';
import { formatMicro, type RechargeEvent, type RechargeEventKind } from '@portside/contract';
import type { Hex } from 'viem';
import type { ProposalRow } from '../../approvals/index.ts';
import type { DepositRow, PendingTransferRow } from '../../deposits/index.ts';
import type { AuthorizationRow } from '../wallets/authorizations.sql.ts';
import { OPENS_FOR_MS } from '../tickets/create-ticket.ts';
import { TOKEN_MS } from '../tickets/open-ticket.ts';
import type { TicketRow } from './recharge-history.sql.ts';
import type { FoundRecharge } from './search-recharges.sql.ts';

export type RechargeHistory = {
  readonly recharge: FoundRecharge;
  readonly tickets: readonly TicketRow[];
  readonly authorizations: readonly AuthorizationRow[];
  readonly deposits: readonly DepositRow[];
  /** On the deposits. */
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
};
type Tell = (kind: RechargeEventKind, at: Date, facts?: Facts) => RechargeEvent;

/** Everything that happened to a top-up, in its order, as far as the shop keeps it. */
export function tellEvents(history: RechargeHistory, now: Date): RechargeEvent[] {
  const { recharge, tickets, authorizations, deposits, proposals, pending } = history;
  const tell = tellerOf(recharge);
  const { amount_micro, hinted_at, hinted_tx_hash, cancelled_at, expires_at, tx_hash } = recharge;
  const paidInTime = deposits.some((deposit) => deposit.block_time <= expires_at);
  const later = [
    ...tickets.flatMap((ticket) => tellTicket(tell, ticket)),
    ...authorizations.map((one) =>
      tell('authorized', one.created_at, {
        micro: one.amount_micro,
        wallet: one.wallet_address,
        txHash: one.tx_hash,
        note: one.mode,
      }),
    ),
    ...(hinted_at ? [tell('hinted', hinted_at, { txHash: hinted_tx_hash })] : []),
    ...(pending && recharge.state === 'seen'
      ? [
          tell('paid', pending.block_time, {
            micro: pending.amount_micro,
            wallet: pending.from_address,
            txHash: tx_hash,
            block: pending.block_number,
          }),
        ]
      : []),
    ...(cancelled_at ? [tell('cancelled', cancelled_at, { actor: recharge.username })] : []),
    ...(!cancelled_at && !paidInTime && !pending && expires_at <= now ? [tell('expired', expires_at)] : []),
    ...deposits.flatMap((deposit) =>
      tellDeposit(
        tell,
        recharge,
        deposit,
        proposals.filter(({ subject }) => subject === `deposit:${deposit.id}`),
      ),
    ),
  ];
  const asked = tell('asked', recharge.created_at, { actor: recharge.username, micro: amount_micro });
  // First, whatever its moment: blocks tell whole seconds.
  return [asked, ...later.toSorted((a, b) => a.at.localeCompare(b.at))];
}

const tellerOf =
  ({ network, chain_id }: FoundRecharge): Tell =>
  (kind, at, { actor = null, micro, wallet, txHash, block, note = '' } = {}) => ({
    kind,
    at: at.toISOString(),
    actor,
    amount: micro === undefined ? null : formatMicro(micro),
    wallet: wallet === undefined ? null : formatAddress(network, wallet),
    tx_hash: txHash ? formatTxHash(network, txHash) : null,
    tx_url: txHash ? explorerTxUrl(network, Number(chain_id), txHash) : null,
    block: block ?? null,
    note,
  });

/** Its moments follow from what it is good for. */
function tellTicket(tell: Tell, { opens_until, token_until }: TicketRow): RechargeEvent[] {
  const made = tell('ticketMade', new Date(opens_until.getTime() - OPENS_FOR_MS));
  if (token_until === null) return [made];
  return [made, tell('ticketOpened', new Date(token_until.getTime() - TOKEN_MS))];
}

function tellDeposit(
  tell: Tell,
  recharge: FoundRecharge,
  deposit: DepositRow,
  proposals: readonly ProposalRow[],
): RechargeEvent[] {
  const { state, user_id, held_reason, block_time, recorded_at, amount_micro: micro } = deposit;
  const paid = tell('paid', block_time, {
    micro,
    wallet: deposit.from_address,
    txHash: deposit.tx_hash,
    block: deposit.block_number,
  });
  const events = [paid];
  if (held_reason !== null) events.push(tell('held', recorded_at, { micro, note: held_reason }));
  const isOurs = user_id === recharge.user_id;
  const wasByItself = held_reason === null && (state === 'credited' || state === 'reversed') && isOurs;
  if (wasByItself) {
    const { expires_at, cancelled_at } = recharge;
    const isLate = block_time > expires_at || (cancelled_at !== null && cancelled_at < recorded_at);
    events.push(tell(isLate ? 'creditedLate' : 'credited', recorded_at, { micro }));
  }
  return [...events, ...proposals.flatMap((proposal) => tellDecision(tell, recharge, proposal, micro))];
}

const PROPOSED = {
  depositAssignmentApproved: 'creditProposed',
  depositRejectionApproved: 'rejectionProposed',
  depositReversalApproved: 'reversalProposed',
} as const;

function tellDecision(
  tell: Tell,
  recharge: FoundRecharge,
  proposal: ProposalRow,
  micro: bigint,
): RechargeEvent[] {
  const kind = PROPOSED[proposal.kind as keyof typeof PROPOSED];
  if (kind === undefined) return [];
  const { proposed_at, proposer, approver, settler, settled_at, state, outcome, reason, terms } = proposal;
  const asked = tell(kind, proposed_at, { actor: proposer, note: reason });
  if (settled_at === null) return [asked];
  if (state !== 'applied')
    return [asked, tell('proposalStopped', settled_at, { actor: settler, note: outcome })];
  const to = String(terms['username'] ?? '');
  const isOther = kind === 'creditProposed' && terms['user_id'] !== recharge.user_id.toString();
  const done = {
    creditProposed: 'credited',
    rejectionProposed: 'rejected',
    reversalProposed: 'reversed',
  } as const;
  const facts = { actor: approver, micro, ...(isOther && { note: to }) };
  return [asked, tell(isOther ? 'creditedToOther' : done[kind], settled_at, facts)];
}
