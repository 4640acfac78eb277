/**
 * A step of the top-up bonus: payments from this amount on earn either a part of themselves, in hundredths of a percent,
 * or a fixed amount. In micro-USDT.
 */
export type BonusTier = {
  readonly fromMicro: bigint;
  readonly basisPoints: number | null;
  readonly amountMicro: bigint | null;
};

/** A fifth of a payment, in hundredths of a percent: as much as one person may promise alone. */
const MOST_ALONE_BASIS_POINTS = 2_000n;

/**
 * Whether a tier gives a larger part of the smallest payment that earns it: it would be credit for somebody who pays a
 * little, so a second person has to agree.
 */
export const needsSecondPerson = ({ fromMicro, basisPoints, amountMicro }: BonusTier): boolean =>
  amountMicro === null
    ? BigInt(basisPoints ?? 0) > MOST_ALONE_BASIS_POINTS
    : amountMicro * 10_000n > fromMicro * MOST_ALONE_BASIS_POINTS;

const earnedOn = ({ basisPoints, amountMicro }: BonusTier, paymentMicro: bigint): bigint =>
  amountMicro ?? (paymentMicro * BigInt(basisPoints ?? 0)) / 10_000n;

/**
 * The tier that a payment earns the most by, and how much, rounded down to the micro-USDT; null if it earns nothing.
 * Bonuses are never added up, and a larger payment never earns less. Of equal ones, the first.
 */
export function bestBonus<Tier extends BonusTier>(
  tiers: readonly Tier[],
  paymentMicro: bigint,
): { readonly tier: Tier; readonly bonusMicro: bigint } | null {
  let best: { readonly tier: Tier; readonly bonusMicro: bigint } | null = null;
  for (const tier of tiers) {
    if (paymentMicro < tier.fromMicro) continue;
    const bonusMicro = earnedOn(tier, paymentMicro);
    if (bonusMicro > (best?.bonusMicro ?? 0n)) best = { tier, bonusMicro };
  }
  return best;
}
