import { parseTxHash, formatTxHash } from '@portside/chain';
import type { Data, Input, Network } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { findNewestMethod } from '../../payment-methods/index.ts';
import { findUser } from '../../users/index.ts';
import { refuse } from '../../../platform/refusal.ts';
import { saveDepositClaimText } from './deposit-claims.sql.ts';
import type { Hex } from 'viem';

/** How long a message can be signed. */
const TEXT_MS = 15 * 60_000;

/**
 * Creates the message to sign for claiming a payment. Each call replaces the user's former message for it. Asking for it
 * proves nothing, so it makes nobody a candidate for the payment.
 */
export async function createDepositClaimText(
  ctx: Ctx,
  { body }: Input<'createDepositClaimText'>,
): Promise<Data<'createDepositClaimText'>> {
  const { userId } = requireUser(ctx.actor);
  const txHash = parseTxHash(body.tx_hash);
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + TEXT_MS);
  return inTransaction(ctx, async (step) => {
    const { db, publicUrl } = step;
    const { chain_id } = (await findNewestMethod(step, body.type)) ?? refuse('notFound', 'payment method');
    const { username } = (await findUser(db, userId)) ?? refuse('notSignedIn');
    const site = new URL(publicUrl).host;
    const nonce = randomBytes(16).toString('hex');
    const text = formatDepositClaimText({ site, network: body.type, txHash, username, nonce, expiresAt });
    await saveDepositClaimText(
      db,
      { user_id: userId, chain_id, tx_hash: txHash, text, expires_at: expiresAt },
      now,
    );
    return { text, expires_at: expiresAt.toISOString() };
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
