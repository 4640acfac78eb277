import { DAY_MS } from '../../../platform/clock.ts';
import { type Data, type Input, formatMicro, type DepositClaim } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import {
  listOwnDepositClaims,
  listDepositsOf,
  listPendingOf,
  type DepositClaimRow,
} from './deposit-claims.sql.ts';
import { formatAddress, formatTxHash } from '@portside/chain';
import type { DepositRow, PendingTransferRow } from '../deposits.sql.ts';

/** The caller's claims with their current state, newest first. There are few per user, so one page holds all. */
export async function listDepositClaims(
  ctx: Ctx,
  { query }: Input<'listDepositClaims'>,
): Promise<Data<'listDepositClaims'>> {
  const claims = await listOwnDepositClaims(ctx.db, requireUser(ctx.actor).userId, query.limit);
  return { items: await presentDepositClaims(ctx, claims), next_cursor: null, total: claims.length };
}

/** How long a claim shows as waiting for a payment that no node knows. A later payment is still credited. */
export const DEPOSIT_CLAIM_MS = 7 * DAY_MS;

/** Claims with the current state of their payments. */
export async function presentDepositClaims(
  { db, clock }: Ctx,
  claims: readonly DepositClaimRow[],
): Promise<DepositClaim[]> {
  if (claims.length === 0) return [];
  const [deposits, pending] = await Promise.all([listDepositsOf(db, claims), listPendingOf(db, claims)]);
  const since = new Date(clock.now().getTime() - DEPOSIT_CLAIM_MS);
  return claims.map((claim) => {
    const transfers = [...deposits, ...pending].filter((one) => isOfTransaction(claim, one));
    return presentDepositClaim(claim, transfers, since);
  });
}

type Transfer = DepositRow | PendingTransferRow;

function presentDepositClaim(
  claim: DepositClaimRow,
  transfers: readonly Transfer[],
  since: Date,
): DepositClaim {
  const { network, tx_hash, signer_address, user_id } = claim;
  const claimed = transfers.filter((one) => isClaimed(claim, one));
  // Also by another claim, or by an admin.
  const credited = transfers.filter((one) => isCreditedTo(one, user_id));
  const sum = credited.reduce((total, one) => total + one.amount_micro, 0n);
  const unknown = claim.created_at > since ? 'waiting' : 'notFound';
  const uncredited = claimed.some(isUndecided) ? 'seen' : transfers.length > 0 ? 'refused' : unknown;
  return {
    type: network,
    tx_hash: formatTxHash(network, tx_hash),
    sender_address: formatAddress(network, signer_address),
    status: credited.length > 0 ? 'credited' : uncredited,
    amount: credited.length > 0 ? formatMicro(sum) : null,
    created_at: claim.created_at.toISOString(),
  };
}

const isOfTransaction = (claim: DepositClaimRow, transfer: Transfer): boolean =>
  transfer.chain_id === claim.chain_id && transfer.tx_hash === claim.tx_hash;

/** Of the wallet that signed, and the one transfer that was named, if any. */
const isClaimed = (claim: DepositClaimRow, transfer: Transfer): boolean =>
  transfer.from_address === claim.signer_address &&
  (claim.ordinal === null || transfer.ordinal === claim.ordinal);

const isCreditedTo = (one: Transfer, userId: bigint): boolean =>
  'state' in one && one.state === 'credited' && one.user_id === userId;

const isUndecided = (one: Transfer): boolean =>
  !('state' in one) || !['credited', 'rejected', 'reversed'].includes(one.state);
