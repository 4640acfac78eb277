import { concat, hashMessage, keccak256, recoverAddress, stringToBytes, type Hex } from 'viem';
import { familyOf, type Family, type Network } from './networks.ts';

const HASHES: Record<Family, (text: string) => Hex> = {
  evm: (text) => hashMessage(text),
  tron: hashTronText,
};

/**
 * The wallet that signed a text by its network's own way, 20 bytes in lower-case hex: EIP-191 on Ethereum,
 * TIP-191 (`signMessageV2`) on TRON. Null where the signature is none. It never tells whether the signer is
 * the one that was expected: compare.
 */
export async function recoverSigner(network: Network, text: string, signature: Hex): Promise<Hex | null> {
  const hash = HASHES[familyOf(network)](text);
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase() as Hex;
  } catch {
    return null;
  }
}

/** TIP-191: the same as EIP-191 under TRON's own prefix, so that neither stands for the other. */
export function hashTronText(text: string): Hex {
  const message = stringToBytes(text);
  const prefix = stringToBytes(`\x19TRON Signed Message:\n${message.length}`);
  return keccak256(concat([prefix, message]));
}
