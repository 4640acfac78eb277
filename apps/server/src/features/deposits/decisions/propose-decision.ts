import { formatAddress, formatTxHash } from '@portside/chain';
import { formatMicro, type Input, type Proposal } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose } from '../../approvals/index.ts';
import type { DepositTerms } from './deposit-terms.ts';
import { canMoveDeposit, type DepositState } from '../deposit-states.ts';
import { findDeposit, type DepositRow } from '../deposits.sql.ts';

export const ACTION = 'deposit.assign';

export type Keyed = { readonly idempotencyKey: string };

/** Proposes to reject an unmatched or held deposit, crediting it to nobody. Refuses notFound and depositTaken. */
export async function rejectDeposit(
  ctx: Ctx,
  { params, body, idempotencyKey }: Input<'rejectDeposit'> & Keyed,
): Promise<Proposal> {
  const deposit = await getDepositToDecide(ctx, params.id, 'rejected');
  const row = await propose(ctx, {
    ...shared(deposit, body.reason, idempotencyKey),
    kind: 'depositRejectionApproved',
    terms: termsOf(deposit),
  });
  return presentProposal(row, ctx.actor);
}

/** Proposes to reverse a credited deposit that its chain no longer holds. Refuses notFound and depositTaken. */
export async function reverseDeposit(
  ctx: Ctx,
  { params, body, idempotencyKey }: Input<'reverseDeposit'> & Keyed,
): Promise<Proposal> {
  const deposit = await getDepositToDecide(ctx, params.id, 'reversed');
  const row = await propose(ctx, {
    ...shared(deposit, body.reason, idempotencyKey),
    kind: 'depositReversalApproved',
    terms: termsOf(deposit),
  });
  return presentProposal(row, ctx.actor);
}

async function getDepositToDecide(ctx: Ctx, id: string, to: DepositState): Promise<DepositRow> {
  requireAction(ctx.actor, ACTION);
  const deposit = (await findDeposit(ctx.db, BigInt(id))) ?? refuse('notFound');
  return canMoveDeposit(deposit.state, to, 'admins') ? deposit : refuse('depositTaken', deposit.state);
}

/** What all proposals about a deposit have in common; the same key answers with the same proposal. */
export const shared = ({ id }: DepositRow, reason: string, idempotencyKey: string) => ({
  subject: `deposit:${id}`,
  reason,
  action: ACTION as typeof ACTION,
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
