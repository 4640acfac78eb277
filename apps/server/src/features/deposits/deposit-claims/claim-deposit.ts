import {
  parseTxHash,
  type SignatureReaders,
  familyOf,
  hashSignedText,
  readContractSignature,
  recoverSigner,
} from '@portside/chain';
import type { DepositClaim, Input, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse, OutsideFailure } from '../../../platform/refusal.ts';
import { lockBalances } from '../../ledger/index.ts';
import { findNewestMethod } from '../../payment-methods/index.ts';
import { shareCursorLock } from '../following/chains.sql.ts';
import {
  countUnknownClaims,
  upsertDepositClaim,
  lockDepositsOf,
  type DepositClaimRow,
  type PaymentRef,
  findDepositClaimText,
  listSendersOf,
} from './deposit-claims.sql.ts';
import { DEPOSIT_CLAIM_MS, presentDepositClaims } from './list-deposit-claims.ts';
import { creditClaim } from '../credit-deposits.ts';
import { listPendingTransfers, type DepositRow } from '../deposits.sql.ts';

/** Open claims of payments that no node knows, per user. */
const MOST_UNKNOWN = 10;

/** The nodes of each network, to ask wallets that are contracts. */
export type ClaimedChains = Partial<Record<Network, SignatureReaders>>;

/**
 * Credits a payment to the user who presents a signature of the wallet that sent it. A payment that is not final
 * or not known yet is credited when it is recorded: a claim is never refused for being early, nor because the
 * receiving wallet has been retired since.
 *
 * Refuses a missing or expired message (claimTextExpired), a signature of another wallet (signerNotSender), one that
 * only a contract can explain while the payment is unknown (paymentNotSeen), more than ten claims of unknown payments
 * (tooManyTries), a payment under review (depositHeld) and one credited to someone else (depositTaken).
 */
export async function claimDeposit(
  ctx: Ctx,
  { body }: Input<'claimDeposit'>,
  chains: ClaimedChains = {},
): Promise<DepositClaim> {
  const { userId } = requireUser(ctx.actor);
  const { chain_id: chainId } =
    (await findNewestMethod(ctx, body.type)) ?? refuse('notFound', 'payment method');
  const payment = { chainId, txHash: parseTxHash(body.tx_hash) };
  const ordinal = body.ordinal ?? null;
  // Before the transaction, which must not wait for a node.
  const signer = await readSigner(ctx, { userId, payment, body, readers: chains[body.type] });
  return inTransaction(ctx, async (step) => {
    // Without it, a claim and its deposit written at the same time would miss each other.
    await shareCursorLock(step.db, chainId);
    const claimed = await findClaimed(step, userId, payment, signer, ordinal);
    const claim = await upsertDepositClaim(step.db, {
      user_id: userId,
      network: body.type,
      chain_id: chainId,
      tx_hash: payment.txHash,
      ordinal,
      signer_address: signer,
      created_at: step.clock.now(),
    });
    for (const deposit of claimed) await creditOnce(step, claim, deposit);
    const [shown] = await presentDepositClaims(step, [claim]);
    return shown!;
  });
}

/**
 * The recorded deposits of the signer in that transaction. Refuses where all its transfers are someone else's, and where
 * the user waits for too many other payments that nobody has seen.
 */
async function findClaimed(
  ctx: Ctx,
  userId: bigint,
  payment: PaymentRef,
  signer: Hex,
  ordinal: number | null,
): Promise<DepositRow[]> {
  const { db } = ctx;
  const recorded = await lockDepositsOf(db, payment);
  const pending = (await listPendingTransfers(db, payment.chainId)).filter(
    (one) => one.tx_hash === payment.txHash,
  );
  const isClaimed = (one: { ordinal: number; from_address: Hex }) =>
    one.from_address === signer && (ordinal === null || one.ordinal === ordinal);
  const known = [...recorded, ...pending];
  if (known.length === 0) await requireRoomForUnknown(ctx, userId, { ...payment, ordinal });
  // A known transaction without that transfer: the claim could never be credited.
  if (known.length > 0 && !known.some(isClaimed)) refuse('signerNotSender');
  return recorded.filter(isClaimed);
}

/** Any 65 bytes are some wallet's signature, so a claim of an unknown payment costs nothing. */
async function requireRoomForUnknown(
  { db, clock }: Ctx,
  userId: bigint,
  claimed: PaymentRef & { readonly ordinal: number | null },
): Promise<void> {
  // One at a time for each user, so that concurrent calls cannot bypass the limit.
  await lockBalances(db, [userId]);
  const since = new Date(clock.now().getTime() - DEPOSIT_CLAIM_MS);
  if ((await countUnknownClaims(db, userId, claimed, since)) >= MOST_UNKNOWN)
    refuse('tooManyTries', 'claims of unknown payments');
}

async function creditOnce(ctx: Ctx, claim: DepositClaimRow, deposit: DepositRow): Promise<void> {
  if (deposit.state === 'credited' && deposit.user_id === claim.user_id) return;
  if (deposit.state === 'held') refuse('depositHeld');
  if (deposit.state !== 'unmatched') refuse('depositTaken', deposit.state);
  await creditClaim(ctx, claim, deposit);
}

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
async function readSigner(ctx: Ctx, { userId, payment, body, readers }: Claim): Promise<Hex> {
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
