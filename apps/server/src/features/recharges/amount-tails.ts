/**
 * Most micro-USDT that distinguish a top-up from others of the same cent: four decimals after the two that buyers
 * choose.
 */
const MOST = 9_999;

/**
 * Whether an amount in micro-USDT may name a top-up: its sixth decimal is not 0. Wallets and exchanges cut and round
 * to fewer decimals, and whatever comes out of that ends in 0, so it never is the amount of another top-up.
 */
export const isReservable = (amountMicro: bigint): boolean => amountMicro % 10n !== 0n;

/** What is added to an amount of two decimals to make it a top-up's own, in micro-USDT. */
export const TAILS: readonly number[] = Array.from({ length: MOST }, (_, index) => index + 1).filter((tail) =>
  isReservable(BigInt(tail)),
);
