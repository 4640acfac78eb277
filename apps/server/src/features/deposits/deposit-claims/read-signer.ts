import {
  familyOf,
  hashSignedText,
  readContractSignature,
  recoverSigner,
  type SignatureReaders,
} from '@portside/chain';
import type { Input } from '@portside/contract';
import type { Hex } from 'viem';
import type { Ctx } from '../../../platform/context.ts';
import { OutsideFailure, refuse } from '../../../platform/refusal.ts';
import { findDepositClaimText, listSendersOf, type PaymentRef } from './deposit-claims.sql.ts';

type Claim = {
  readonly userId: bigint;
  readonly payment: PaymentRef;
  readonly body: Input<'claimDeposit'>['body'];
  /** Absent where the network is not followed; then no contract can be asked. */
  readonly readers: SignatureReaders | undefined;
};

/**
 * The wallet that signed the user's message. A usual wallet's is recovered from the signature; where that is none of
 * the payment's senders, the senders that are contracts are asked (EIP-1271). Requests nodes, so call it outside a
 * transaction.
 *
 * Refuses a missing or expired message (claimTextExpired), a signature that is none (signerNotSender), and one that
 * only a contract can explain while the payment is unknown (paymentNotSeen). Throws where the nodes do not agree.
 */
export async function readSigner(ctx: Ctx, { userId, payment, body, readers }: Claim): Promise<Hex> {
  const asked =
    (await findDepositClaimText(ctx.db, userId, payment, ctx.clock.now())) ?? refuse('claimTextExpired');
  const { type, signature: given } = body;
  const signature = (given.startsWith('0x') ? given : `0x${given}`) as Hex;
  const recovered = await recoverSigner(type, asked.text, signature);
  const senders = await listSendersOf(ctx.db, payment, body.ordinal ?? null);
  if (recovered !== null && (senders.length === 0 || senders.includes(recovered))) return recovered;
  if (senders.length === 0) refuse('paymentNotSeen');
  const signed = {
    isOnTron: familyOf(type) === 'tron',
    chainId: Number(payment.chainId),
    hash: hashSignedText(type, asked.text),
    signature,
  };
  for (const wallet of readers ? senders : []) {
    const isValid = await readContractSignature(readers!, { ...signed, wallet });
    if (isValid === null) throw new OutsideFailure('asking a contract wallet', new Error('no agreement'));
    if (isValid) return wallet;
  }
  return refuse('signerNotSender');
}
