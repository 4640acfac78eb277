import { type Hex, size } from 'viem';

/** Price of one unit of energy in sun; a chain parameter that wallets read. */
export const SUN_PER_ENERGY = 100n;

const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;

/** Gas that the EVM charges before the first instruction; on TRON this part is paid in bandwidth, not energy. */
export function intrinsicGas(data: Hex): bigint {
  const bytes = BigInt(size(data));
  const zeros = BigInt(
    data
      .slice(2)
      .match(/../g)
      ?.filter((byte) => byte === '00').length ?? 0,
  );
  return TRANSACTION_GAS + zeros * ZERO_BYTE_GAS + (bytes - zeros) * BYTE_GAS;
}
