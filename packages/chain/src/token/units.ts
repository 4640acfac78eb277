/**
 * The only conversion between a token's own units and micro-USDT. `decimals` are the token's, from its
 * network's record; micro-USDT has six.
 */
const MICRO_DECIMALS = 6;

/** Conversion to micro-USDT in whole numbers: units times `factor`, divided by `divisor`, rounded down. */
export const microScaleOf = (decimals: number): { readonly factor: bigint; readonly divisor: bigint } => ({
  factor: decimals < MICRO_DECIMALS ? 10n ** BigInt(MICRO_DECIMALS - decimals) : 1n,
  divisor: decimals < MICRO_DECIMALS ? 1n : 10n ** BigInt(decimals - MICRO_DECIMALS),
});

/** Token units in micro-USDT, rounded down so that no more is credited than arrived. Throws on a negative amount. */
export function toMicro(units: bigint, decimals: number): bigint {
  if (units < 0n) throw new RangeError('An amount cannot be negative');
  const { factor, divisor } = microScaleOf(decimals);
  return (units * factor) / divisor;
}

/**
 * Micro-USDT in token units, exactly. Throws on a negative amount, and on one that a token of fewer than six
 * decimals cannot represent.
 */
export function toUnits(amountMicro: bigint, decimals: number): bigint {
  if (amountMicro < 0n) throw new RangeError('An amount cannot be negative');
  if (decimals >= MICRO_DECIMALS) return amountMicro * 10n ** BigInt(decimals - MICRO_DECIMALS);
  const step = 10n ** BigInt(MICRO_DECIMALS - decimals);
  if (amountMicro % step !== 0n)
    throw new RangeError(`A token with ${decimals} decimals cannot represent this amount`);
  return amountMicro / step;
}
