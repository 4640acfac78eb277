import { formatTxHash } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';

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
export const formatDepositClaimText = ({
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
