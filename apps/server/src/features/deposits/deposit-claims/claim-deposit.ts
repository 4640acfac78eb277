import {
  parseTxHash,
  type SignatureReaders,
  familyOf,
  hashSignedText,
  readContractSignature,
  recoverSigner,
  formatAddress,
  formatTxHash,
} from '@portside/chain';
import { type DepositClaim, type Input, type Network, type Data, formatMicro } from '@portside/contract';
import type { Hex } from 'viem';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse, OutsideFailure } from '../../../platform/refusal.ts';
import { lockBalances } from '../../ledger/index.ts';
import { findNewestMethod } from '../../payment-methods/index.ts';
import { shareCursorLocks } from '../following/chains.sql.ts';
import {
  countUnknownClaims,
  upsertDepositClaim,
  lockDepositsOf,
  type DepositClaimRow,
  type PaymentRef,
  findDepositClaimText,
  findPaymentPlace,
  listSendersOf,
  listOwnDepositClaims,
  listDepositsOf,
  listPendingOf,
} from './deposit-claims.sql.ts';
import { creditClaim } from '../credit-deposits.ts';
import { listPendingTransfers, type DepositRow, type PendingTransferRow } from '../deposits.sql.ts';
import { DAY_MS } from '../../../platform/clock.ts';

/** Open claims of payments that no node knows, per user. */
const MOST_UNKNOWN = 10;

/** The nodes of each network, to ask wallets that are contracts. */
export type ClaimedChains = Partial<Record<Network, SignatureReaders>>;

/**
 * Credits a payment to the user who presents a signature of the wallet that sent it, on whichever network it is. A payment
 * that is not final or not known yet is credited when it is recorded: a claim is never refused for being early, nor because
 * the receiving wallet has been retired since.
 *
 * Refuses a missing or expired message (claimTextExpired), a signature of another wallet (signerNotSender), one that
 * only a contract can explain while the payment is unknown, a payment that its chain may have lost, until its block is
 * read again (paymentNotSeen), more than ten claims of unknown payments
 * (tooManyTries), a payment under review (depositHeld) and one credited to someone else (depositTaken).
 */
export async function claimDeposit(
  ctx: Ctx,
  { body }: Input<'claimDeposit'>,
  chains: ClaimedChains = {},
): Promise<DepositClaim> {
  const { userId } = requireUser(ctx.actor);
  const txHash = parseTxHash(body.tx_hash);
  const ordinal = body.ordinal ?? null;
  const place = await findPlace(ctx, body.type, txHash);
  // Before the transaction, which must not wait for a node.
  const signer = await readSigner(ctx, {
    userId,
    payment: { chainId: place.chainId, txHash },
    network: place.network,
    body,
    readers: chains[place.network],
  });
  return inTransaction(ctx, async (step) => {
    // Without it, a claim and its deposit written at the same time would miss each other, on whichever network it is.
    await shareCursorLocks(step.db);
    // Again: another network may have recorded it meanwhile.
    const { network, chainId } = await findPlace(step, body.type, txHash);
    const claimed = await findClaimed(step, userId, { chainId, txHash }, signer, ordinal);
    const claim = await upsertDepositClaim(step.db, {
      user_id: userId,
      network,
      chain_id: chainId,
      tx_hash: txHash,
      ordinal,
      signer_address: signer,
      created_at: step.clock.now(),
    });
    for (const deposit of claimed) await creditOnce(step, claim, deposit);
    const [shown] = await presentDepositClaims(step, [claim]);
    return shown!;
  });
}

/** Where the payment is known, whichever network was named; otherwise that one. Refuses one without a method (notFound). */
async function findPlace(ctx: Ctx, named: Network, txHash: Hex) {
  const known = await findPaymentPlace(ctx.db, txHash);
  if (known) return known;
  const { chain_id: chainId } = (await findNewestMethod(ctx, named)) ?? refuse('notFound', 'payment method');
  return { network: named, chainId };
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
  const claimed = recorded.filter(isClaimed);
  const own = claimed.filter(({ state, user_id }) => state === 'unmatched' || user_id === userId);
  // Without naming one, not those of the transaction that are somebody else's.
  return ordinal === null && own.length > 0 ? own : claimed;
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
  if (!deposit.is_confirmed) refuse('paymentNotSeen', 'its chain may have lost it');
  await creditClaim(ctx, claim, deposit);
}

type Claim = {
  readonly userId: bigint;
  readonly payment: PaymentRef;
  /** Of the payment, or as it was named. */
  readonly network: Network;
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
async function readSigner(ctx: Ctx, { userId, payment, network, body, readers }: Claim): Promise<Hex> {
  const asked =
    (await findDepositClaimText(ctx.db, userId, payment.txHash, ctx.clock.now())) ??
    refuse('claimTextExpired');
  const { type: named, signature: given } = body;
  const signature = (given.startsWith('0x') ? given : `0x${given}`) as Hex;
  // Signed as the network that was named does it, before the payment was known on another one.
  const recovered = await recoverSigner(named, asked.text, signature);
  const senders = await listSendersOf(ctx.db, payment, body.ordinal ?? null);
  if (recovered !== null && (senders.length === 0 || senders.includes(recovered))) return recovered;
  if (senders.length === 0) refuse('paymentNotSeen');
  const signed = {
    isOnTron: familyOf(network) === 'tron',
    chainId: Number(payment.chainId),
    hash: hashSignedText(named, asked.text),
    signature,
  };
  for (const wallet of readers ? senders : []) {
    const isValid = await readContractSignature(readers!, { ...signed, wallet });
    if (isValid === null) throw new OutsideFailure('asking a contract wallet', new Error('no agreement'));
    if (isValid) return wallet;
  }
  return refuse('signerNotSender');
}

/** The caller's claims with their current state, newest first. There are few per user, so one page holds all. */
export async function listDepositClaims(
  ctx: Ctx,
  { query }: Input<'listDepositClaims'>,
): Promise<Data<'listDepositClaims'>> {
  const claims = await listOwnDepositClaims(ctx.db, requireUser(ctx.actor).userId, query.limit);
  return { items: await presentDepositClaims(ctx, claims), next_cursor: null, total: claims.length };
}

/** How long a claim shows as waiting for a payment that no node knows. A later payment is still credited. */
const DEPOSIT_CLAIM_MS = 7 * DAY_MS;

/** Claims with the current state of their payments. */
async function presentDepositClaims(
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
  const { tx_hash, signer_address, user_id } = claim;
  const claimed = transfers.filter((one) => isClaimed(claim, one));
  const [first] = claimed;
  const network = first && 'network' in first ? first.network : claim.network;
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

/** On whichever network: the claim may have named another one. */
const isOfTransaction = (claim: DepositClaimRow, transfer: Transfer): boolean =>
  transfer.tx_hash === claim.tx_hash;

/** Of the wallet that signed, and the one transfer that was named, if any. */
const isClaimed = (claim: DepositClaimRow, transfer: Transfer): boolean =>
  transfer.from_address === claim.signer_address &&
  (claim.ordinal === null || transfer.ordinal === claim.ordinal);

const isCreditedTo = (one: Transfer, userId: bigint): boolean =>
  'state' in one && one.state === 'credited' && one.user_id === userId;

const isUndecided = (one: Transfer): boolean =>
  !('state' in one) || !['credited', 'rejected', 'reversed'].includes(one.state);
