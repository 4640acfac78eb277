import { formatAddress, formatTxHash } from '@portside/chain';
import { formatMicro, type DepositClaim } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { listDepositsOf, listPendingOf, type DepositClaimRow } from './deposit-claims.sql.ts';
import type { DepositRow, PendingTransferRow } from '../deposits.sql.ts';

/** Claims with the current state of their payments. */
export async function presentDepositClaims(
  db: Db,
  claims: readonly DepositClaimRow[],
): Promise<DepositClaim[]> {
  if (claims.length === 0) return [];
  const [deposits, pending] = await Promise.all([listDepositsOf(db, claims), listPendingOf(db, claims)]);
  return claims.map((claim) =>
    presentDepositClaim(
      claim,
      deposits.filter((one) => isMeant(claim, one)),
      pending.some((one) => isMeant(claim, one)),
    ),
  );
}

function presentDepositClaim(
  claim: DepositClaimRow,
  deposits: readonly DepositRow[],
  isPending: boolean,
): DepositClaim {
  const { network, tx_hash, signer_address, user_id } = claim;
  const credited = deposits.filter((one) => one.state === 'credited' && one.user_id === user_id);
  const sum = credited.reduce((total, one) => total + one.amount_micro, 0n);
  const isSeen = isPending || deposits.length > 0;
  return {
    type: network,
    tx_hash: formatTxHash(network, tx_hash),
    sender_address: formatAddress(network, signer_address),
    status: credited.length > 0 ? 'credited' : isSeen ? 'seen' : 'waiting',
    amount: credited.length > 0 ? formatMicro(sum) : null,
    created_at: claim.created_at.toISOString(),
  };
}

const isMeant = (claim: DepositClaimRow, transfer: DepositRow | PendingTransferRow): boolean =>
  transfer.chain_id === claim.chain_id &&
  transfer.tx_hash === claim.tx_hash &&
  transfer.from_address === claim.signer_address &&
  (claim.ordinal === null || transfer.ordinal === claim.ordinal);
