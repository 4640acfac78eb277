import { type Hex, size } from 'viem';

/** Price of one unit of energy in sun; a chain parameter that wallets read. */
export const SUN_PER_ENERGY = 100n;

const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;
const CREATION_GAS = 32_000n;
/** EIP-3860, for each word of the code that is deployed. */
const CREATION_WORD_GAS = 2n;

/** Gas that the EVM charges before the first instruction; on TRON this part is paid in bandwidth, not energy. */
export function intrinsicGas(data: Hex, isCreation = false): bigint {
  const bytes = BigInt(size(data));
  const zeros = BigInt(
    data
      .slice(2)
      .match(/../g)
      ?.filter((byte) => byte === '00').length ?? 0,
  );
  const creation = isCreation ? CREATION_GAS + ((bytes + 31n) / 32n) * CREATION_WORD_GAS : 0n;
  return TRANSACTION_GAS + creation + zeros * ZERO_BYTE_GAS + (bytes - zeros) * BYTE_GAS;
}
