/** What one account costs, by quantity; the shop charges and its pages show prices by these rules alone. */
import { parseMicro } from './money.ts';

/** The price of one account from this many on. */
export type PriceTier = { readonly minQuantity: number; readonly priceMicro: bigint };

/** The base price and the tiers, which may be in any order. */
export type Prices = { readonly priceMicro: bigint; readonly tiers: readonly PriceTier[] };

type WirePrices = {
  readonly price: string;
  readonly price_tiers: readonly { readonly min_quantity: number; readonly price: string }[];
};

/** A product's prices as the wire has them. */
export const parsePrices = ({ price, price_tiers }: WirePrices): Prices => ({
  priceMicro: parseMicro(price),
  tiers: price_tiers.map((tier) => ({
    minQuantity: tier.min_quantity,
    priceMicro: parseMicro(tier.price),
  })),
});

/** The price of one account when `quantity` are bought: that of the highest tier reached. */
export const unitPriceMicro = ({ priceMicro, tiers }: Prices, quantity: number): bigint =>
  reachedTier(tiers, quantity)?.priceMicro ?? priceMicro;

/** The highest tier that so many reach; undefined below the first. */
export const reachedTier = (tiers: readonly PriceTier[], quantity: number): PriceTier | undefined =>
  tiers
    .filter((tier) => quantity >= tier.minQuantity)
    .toSorted(byQuantity)
    .at(-1);

const byQuantity = (a: PriceTier, b: PriceTier): number => a.minQuantity - b.minQuantity;

/** All prices by quantity; the base price is that of the smallest order. */
export const priceLadder = ({ priceMicro, tiers }: Prices, minQuantity: number): PriceTier[] => [
  { minQuantity, priceMicro },
  ...tiers.filter((tier) => tier.minQuantity > minQuantity).toSorted(byQuantity),
];

/** The first step that costs more than the one below it, and that one; null if none does. */
export function findRise(steps: readonly PriceTier[]): { from: PriceTier; below: PriceTier } | null {
  const ordered = steps.toSorted(byQuantity);
  const at = ordered.findIndex(
    (step, index) => index > 0 && step.priceMicro > ordered[index - 1]!.priceMicro,
  );
  return at === -1 ? null : { from: ordered[at]!, below: ordered[at - 1]! };
}

/** The lowest price of one account at any quantity up to `most`. */
export const lowestPriceMicro = ({ priceMicro, tiers }: Prices, most = Infinity): bigint =>
  tiers
    .filter(({ minQuantity }) => minQuantity <= most)
    .reduce((lowest, tier) => (tier.priceMicro < lowest ? tier.priceMicro : lowest), priceMicro);

/** What a tier saves against the base price, as a share from 0 to 1. */
export const savedShare = ({ priceMicro }: Prices, tierMicro: bigint): number =>
  1 - Number(tierMicro) / Number(priceMicro);

/** The next tier up to `most` that is cheaper, and what its smallest order saves; undefined at the last one. */
export function nextTier(
  prices: Prices,
  quantity: number,
  most = Infinity,
): (PriceTier & { readonly savedMicro: bigint }) | undefined {
  const nowMicro = unitPriceMicro(prices, quantity);
  const next = prices.tiers
    .filter((tier) => tier.minQuantity > quantity && tier.minQuantity <= most && tier.priceMicro < nowMicro)
    .toSorted(byQuantity)[0];
  return next && { ...next, savedMicro: (nowMicro - next.priceMicro) * BigInt(next.minQuantity) };
}

/**
 * The largest quantity from `least` to `most` that a balance pays for; 0 where it pays for none. In a tier, more
 * accounts can cost less, so each tier counts by itself, the largest quantities first.
 */
export function affordableQuantity(
  prices: Prices,
  { least, most }: { readonly least: number; readonly most: number },
  balanceMicro: bigint,
): number {
  let highest = most;
  for (const { minQuantity, priceMicro } of priceLadder(prices, least).toReversed()) {
    const paid = balanceMicro / priceMicro;
    const quantity = paid > BigInt(highest) ? highest : Number(paid);
    if (quantity >= minQuantity) return quantity;
    highest = Math.min(highest, minQuantity - 1);
  }
  return 0;
}
