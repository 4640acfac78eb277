import { concat, hashMessage, keccak256, recoverAddress, stringToBytes, type Hex } from 'viem';
import { familyOf, type Family, type Network } from './registry.ts';

const HASHES: Record<Family, (text: string) => Hex> = {
  evm: (text) => hashMessage(text),
  tron: hashTronText,
};

/** The hash that a wallet signs for a text: EIP-191 on Ethereum, TIP-191 on TRON. */
export const hashSignedText = (network: Network, text: string): Hex => HASHES[familyOf(network)](text);

/**
 * Recovers the wallet that signed a text, as 20 bytes in lower-case hex: EIP-191 on Ethereum, TIP-191
 * (`signMessageV2`) on TRON. Null for an invalid signature. Any valid signature yields some address, so the
 * caller must compare it with the expected one.
 */
export async function recoverSigner(network: Network, text: string, signature: Hex): Promise<Hex | null> {
  const hash = hashSignedText(network, text);
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase() as Hex;
  } catch {
    return null;
  }
}

/** TIP-191 is EIP-191 under TRON's own prefix, so a signature for one network is never valid for the other. */
export function hashTronText(text: string): Hex {
  const message = stringToBytes(text);
  const prefix = stringToBytes(`\x19TRON Signed Message:\n${message.length}`);
  return keccak256(concat([prefix, message]));
}
