import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

type Tier = Goods['price_tiers'][number];

/** All prices by quantity, the base price first. */
export const tiersOf = ({
  price,
  price_tiers,
  min_quantity,
}: Pick<Goods, 'price' | 'price_tiers' | 'min_quantity'>): Tier[] => [
  { min_quantity, price },
  ...price_tiers
    .filter((tier) => tier.min_quantity > min_quantity)
    .toSorted((a, b) => a.min_quantity - b.min_quantity),
];

/** What a tier saves against the base price, as a share from 0 to 1. */
export const savedShare = ({ price }: Pick<Goods, 'price'>, tierPrice: string): number =>
  1 - Number(parseMicro(tierPrice)) / Number(parseMicro(price));
