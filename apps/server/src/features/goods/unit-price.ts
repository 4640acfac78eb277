export type PriceTier = { readonly minQuantity: number; readonly priceMicro: bigint };

/** The price in micro-USDT of one account when `quantity` are bought: that of the highest tier reached. */
export function unitPriceMicro(priceMicro: bigint, tiers: readonly PriceTier[], quantity: number): bigint {
  const reached = tiers
    .filter((tier) => quantity >= tier.minQuantity)
    .toSorted((a, b) => b.minQuantity - a.minQuantity);
  return reached[0]?.priceMicro ?? priceMicro;
}
