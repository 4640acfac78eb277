import { parseTxHash, formatTxHash } from '@portside/chain';
import type { Data, Input, Network } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { findNewestMethod } from '../../payment-methods/index.ts';
import { findUser } from '../../users/index.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findPaymentPlace, saveDepositClaimText } from './deposit-claims.sql.ts';
import { namePayment, presentNamed, type LookUpChains } from '../named/name-payment.ts';
import type { Hex } from 'viem';

/** How long a message can be signed. */
const TEXT_MS = 15 * 60_000;

/**
 * Creates the message to sign for claiming a payment, on the network where it is known, whichever was asked for. Each call
 * replaces the user's former message for it, and remembers that they named the payment. Refuses one that a
 * bridge or a mint has made (senderCannotSign).
 */
export async function createDepositClaimText(
  ctx: Ctx,
  { body }: Input<'createDepositClaimText'>,
  chains: LookUpChains = {},
): Promise<Data<'createDepositClaimText'>> {
  const { userId } = requireUser(ctx.actor);
  const txHash = parseTxHash(body.tx_hash);
  await namePayment(ctx, { txHash, network: body.type, orderId: null }, chains);
  const named = (await presentNamed(ctx, [{ userId, txHash }]))({ userId, txHash });
  if (named?.state === 'unmatched' && !named.can_sign) refuse('senderCannotSign');
  const place = await findPaymentPlace(ctx.db, txHash);
  const type = place?.network ?? body.type;
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + TEXT_MS);
  return inTransaction(ctx, async (step) => {
    const { db, publicUrl } = step;
    const chain_id =
      place?.chainId ??
      (await findNewestMethod(step, type))?.chain_id ??
      refuse('notFound', 'payment method');
    const { username } = (await findUser(db, userId)) ?? refuse('notSignedIn');
    const site = new URL(publicUrl).host;
    const nonce = randomBytes(16).toString('hex');
    const text = formatDepositClaimText({ site, network: type, txHash, username, nonce, expiresAt });
    await saveDepositClaimText(
      db,
      { user_id: userId, chain_id, tx_hash: txHash, text, expires_at: expiresAt },
      now,
    );
    return { type, text, expires_at: expiresAt.toISOString() };
  });
}

type DepositClaimTextParts = {
  readonly site: string;
  readonly network: Network;
  readonly txHash: Hex;
  readonly username: string;
  readonly nonce: string;
  readonly expiresAt: Date;
};

/**
 * The message that the sending wallet signs. It states what is claimed for whom and that the signature moves no
 * money; the nonce makes each message unique.
 */
const formatDepositClaimText = ({
  site,
  network,
  txHash,
  username,
  nonce,
  expiresAt,
}: DepositClaimTextParts): string =>
  [
    `${site}: I sent the payment ${formatTxHash(network, txHash)} on ${network}`,
    `and want it credited to the user ${username}.`,
    'This signature moves no money and gives no one access to any.',
    `Nonce ${nonce}, valid until ${expiresAt.toISOString()}.`,
  ].join('\n');
