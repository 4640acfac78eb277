import { type Hex, size } from 'viem';

/** Price of one energy; a chain parameter that wallets ask for. */
export const SUN_PER_ENERGY = 100n;

const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;

/** Gas the EVM takes before the first instruction. TRON pays for this part in bandwidth, not in energy. */
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
