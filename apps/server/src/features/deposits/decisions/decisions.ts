import { formatAddress, formatTxHash } from '@portside/chain';
import {
  paths,
  formatMicro,
  type Input,
  type Proposal,
  type Network,
  type Decision,
} from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose, listProposalsOn, presentDecision } from '../../approvals/index.ts';
import { canMoveDeposit, type DepositState } from '../deposit-states.ts';
import { findDeposit, type DepositRow } from '../deposits.sql.ts';
import type { AccountMovement } from '../../ledger/index.ts';

export type Keyed = { readonly idempotencyKey: string };

/** Proposes to reject an unmatched or held deposit, crediting it to nobody. Refuses notFound and depositTaken. */
export const rejectDeposit = (ctx: Ctx, input: Input<'rejectDeposit'> & Keyed): Promise<Proposal> =>
  proposeDecision(ctx, input, 'rejected', 'depositRejectionApproved');

/** Proposes to reverse a credited deposit that its chain no longer holds. Refuses notFound and depositTaken. */
export const reverseDeposit = (ctx: Ctx, input: Input<'reverseDeposit'> & Keyed): Promise<Proposal> =>
  proposeDecision(ctx, input, 'reversed', 'depositReversalApproved');

async function proposeDecision(
  ctx: Ctx,
  { params, body, idempotencyKey }: Input<'rejectDeposit' | 'reverseDeposit'> & Keyed,
  to: DepositState,
  kind: 'depositRejectionApproved' | 'depositReversalApproved',
): Promise<Proposal> {
  const deposit = (await findDeposit(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  const row = await propose(ctx, {
    ...shared(deposit, body.reason, idempotencyKey),
    kind,
    terms: termsOf(deposit),
    requirePossible: async () => {
      if (!canMoveDeposit(deposit.state, to, 'admins')) refuse('depositTaken', deposit.state);
    },
  });
  return presentProposal(row, ctx.actor);
}

/** What all proposals about a deposit have in common; the same key answers with the same proposal. */
export const shared = ({ id }: DepositRow, reason: string, idempotencyKey: string) => ({
  subject: `deposit:${id}`,
  reason,
  action: paths.assignDeposit[2],
  idempotencyKey,
});

/** The deposit as the second person reads it; the amount is a decimal in USDT. */
export const termsOf = (deposit: DepositRow): DepositTerms => ({
  deposit_id: deposit.id.toString(),
  network: deposit.network,
  tx_hash: formatTxHash(deposit.network, deposit.tx_hash),
  sender: formatAddress(deposit.network, deposit.from_address),
  amount: formatMicro(deposit.amount_micro),
});

/** Facts of the deposit that a proposal shows to its approver. */
export type DepositTerms = {
  readonly deposit_id: string;
  readonly network: Network;
  readonly tx_hash: string;
  readonly sender: string;
  readonly amount: string;
};

export type AssignmentTerms = DepositTerms & {
  readonly user_id: string;
  readonly username: string;
  /** The top-up that it closes; null for the user's best candidate. Absent in older proposals. */
  readonly order_id?: string | null;
};

/** The proposal that caused a movement of this kind. */
const PROPOSAL_KINDS: Partial<Record<AccountMovement['kind'], string>> = {
  credit: 'depositAssignmentApproved',
  reversal: 'depositReversalApproved',
  reversalDebt: 'depositReversalApproved',
  bonus: 'depositAssignmentApproved',
  bonusReversal: 'depositReversalApproved',
  bonusReversalDebt: 'depositReversalApproved',
};

/** The decisions behind manual credits and reversals of deposits, by movement id. */
export async function findDepositDecisions(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, Decision>> {
  const moved = movements.filter(({ kind }) => PROPOSAL_KINDS[kind] !== undefined);
  const proposals = await listProposalsOn(
    db,
    moved.map(({ reference }) => subjectOf(reference)),
  );
  const applied = new Map(
    proposals.filter(({ state }) => state === 'applied').map((row) => [`${row.kind} ${row.subject}`, row]),
  );
  return new Map(
    moved.flatMap(({ id, kind, reference }) => {
      const proposal = applied.get(`${PROPOSAL_KINDS[kind]} ${subjectOf(reference)}`);
      return proposal ? [[id, presentDecision(proposal)]] : [];
    }),
  );
}

const subjectOf = (depositId: bigint): string => `deposit:${depositId}`;
