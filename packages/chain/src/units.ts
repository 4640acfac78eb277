/**
 * The one place where a token's own units become micro-USDT and back. `decimals` are the token's, from its
 * network's record; micro-USDT have six.
 */
const MICRO_DECIMALS = 6;

/** What is credited for so many units: rounded down, so nobody is credited what did not arrive. Throws below zero. */
export function toMicro(units: bigint, decimals: number): bigint {
  if (units < 0n) throw new RangeError('Nothing below zero arrives');
  return decimals < MICRO_DECIMALS
    ? units * 10n ** BigInt(MICRO_DECIMALS - decimals)
    : units / 10n ** BigInt(decimals - MICRO_DECIMALS);
}

/**
 * How many units are exactly so many micro-USDT. Throws below zero, and on an amount that a token of fewer
 * than six decimals cannot have.
 */
export function toUnits(amountMicro: bigint, decimals: number): bigint {
  if (amountMicro < 0n) throw new RangeError('Nothing below zero is asked for');
  if (decimals >= MICRO_DECIMALS) return amountMicro * 10n ** BigInt(decimals - MICRO_DECIMALS);
  const step = 10n ** BigInt(MICRO_DECIMALS - decimals);
  if (amountMicro % step !== 0n) throw new RangeError(`A token of ${decimals} decimals has no such amount`);
  return amountMicro / step;
}
