import { parseTxHash, recoverSigner } from '@portside/chain';
import type { DepositClaim, Input } from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findNewestMethod } from '../../payment-methods/index.ts';
import { standStill } from '../following/chains.sql.ts';
import { findClaimText, keepClaim, lockDepositsOf, type ClaimRow, type Payment } from './claims.sql.ts';
import { presentClaims } from './claims.present.ts';
import { creditClaim } from './credit-claim.ts';
import { listPendingTransfers, type DepositRow } from '../deposits.sql.ts';

/**
 * Credits a payment to whoever brings the signature of the wallet that sent it. One that is not final, or
 * not even known yet, is credited when it is recorded: a claim is never refused for being early, nor because
 * the wallet that was paid has been retired meanwhile.
 *
 * Refuses a missing or old text (claimTextExpired), a signature of another wallet (signerNotSender), a
 * payment under review (depositHeld) and one that is somebody's already (depositTaken).
 */
export async function claimDeposit(ctx: Ctx, { body }: Input<'claimDeposit'>): Promise<DepositClaim> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { chain_id: chainId } =
      (await findNewestMethod(step.db, body.type)) ?? refuse('notFound', 'payment method');
    const payment = { chainId, txHash: parseTxHash(body.tx_hash) };
    const signer = await recoverFrom(step, userId, payment, body);
    const ordinal = body.ordinal ?? null;
    // Else claim and deposit, written at the same moment, would not see each other.
    await standStill(step.db, chainId);
    const claimed = await findClaimed(step, payment, signer, ordinal);
    const claim = await keepClaim(step.db, {
      user_id: userId,
      network: body.type,
      chain_id: chainId,
      tx_hash: payment.txHash,
      ordinal,
      signer_address: signer,
      created_at: step.clock.now(),
    });
    for (const deposit of claimed) await creditOnce(step, claim, deposit);
    const [shown] = await presentClaims(step.db, [claim]);
    return shown!;
  });
}

async function recoverFrom(
  { db, clock }: Ctx,
  userId: bigint,
  payment: Payment,
  { type, signature }: Input<'claimDeposit'>['body'],
): Promise<Hex> {
  const asked = await findClaimText(db, userId, payment, clock.now());
  if (!asked) refuse('claimTextExpired');
  const hex = (signature.startsWith('0x') ? signature : `0x${signature}`) as Hex;
  return (await recoverSigner(type, asked.text, hex)) ?? refuse('signerNotSender', 'no signature');
}

/** What the signer sent in that transaction, as far as it is final; refuses where others sent all of it. */
async function findClaimed(
  { db }: Ctx,
  payment: Payment,
  signer: Hex,
  ordinal: number | null,
): Promise<DepositRow[]> {
  const isMeant = (one: { ordinal: number }) => ordinal === null || one.ordinal === ordinal;
  const recorded = (await lockDepositsOf(db, payment)).filter(isMeant);
  const pending = (await listPendingTransfers(db, payment.chainId)).filter(
    (one) => one.tx_hash === payment.txHash && isMeant(one),
  );
  const known = [...recorded, ...pending];
  if (known.length > 0 && known.every((one) => one.from_address !== signer)) refuse('signerNotSender');
  return recorded.filter((one) => one.from_address === signer);
}

async function creditOnce(ctx: Ctx, claim: ClaimRow, deposit: DepositRow): Promise<void> {
  if (deposit.state === 'credited' && deposit.user_id === claim.user_id) return;
  if (deposit.state === 'held') refuse('depositHeld');
  if (deposit.state !== 'unmatched') refuse('depositTaken', deposit.state);
  await creditClaim(ctx, claim, deposit);
}
