/**
 * What a buyer pays for accounts of a product, and why. Order form, list, cart, API and order engine ask it alone.
 * The lowest price of one account wins: the product's own, the level's discount off that, or one of a price list.
 * Whatever is a share of an amount is rounded so that the buyer pays less: a discounted price and a discounted total
 * are rounded down to the micro-USDT.
 */
import { reachedTier, type Prices, type PriceTier } from './price.ts';

/** What decided the price of an account; of equal prices, the one named first. */
export const PRICE_SOURCES = ['list', 'tier', 'level', 'own', 'promotion'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** What a price list asks for one product, valid from its start to before its end. */
export type PriceOffer = {
  readonly source: 'level' | 'own' | 'promotion';
  /** Of the price list; for source `level`, of the level. */
  readonly id: bigint;
  /** As buyers read it; empty where they do not. */
  readonly name: string;
  /** In any order. Below the smallest quantity the list asks nothing. */
  readonly tiers: readonly PriceTier[];
  readonly startsAt: Date;
  readonly endsAt: Date | null;
};

/** A level's discount off the product's own prices, in hundredths of a percent. */
export type LevelDiscount = { readonly id: bigint; readonly name: string; readonly basisPoints: number };

/** What a buyer's price of a product follows from. */
export type PriceTerms = {
  readonly prices: Prices;
  readonly own: readonly PriceOffer[];
  readonly level: LevelDiscount | null;
  /** Discounts and coupons end here, unless the price that they begin with is lower; null: at one micro-USDT. */
  readonly floorMicro: bigint | null;
};

/** What a coupon takes off an order: a part in hundredths of a percent, or a fixed amount. */
export type CouponTerms = {
  readonly basisPoints: number | null;
  readonly amountMicro: bigint | null;
  /** Of the order without the coupon. */
  readonly minTotalMicro: bigint;
  readonly maxDiscountMicro: bigint | null;
  /** Whether it comes on top of any price; else only on the product's own, and the cheaper of both wins. */
  readonly isCombinable: boolean;
};

/** What the price of an account rests on, for pages to put in words. */
type Why = {
  readonly source: PriceSource;
  /** Of the level or the price list; null for the product's own price. */
  readonly id: bigint | null;
  readonly name: string;
  /** Of a level's discount. */
  readonly basisPoints: number | null;
  /** From how many accounts on. */
  readonly minQuantity: number;
};

export type Quote = {
  /** Of one account, before the coupon. */
  readonly unitMicro: bigint;
  /** What the coupon takes off. */
  readonly discountMicro: bigint;
  /** `unitMicro * quantity - discountMicro`. */
  readonly totalMicro: bigint;
  /** The product's first price of one account. */
  readonly listMicro: bigint;
  readonly why: Why;
  /** What became of the coupon; null without one. */
  readonly coupon: 'applied' | 'notCheaper' | 'belowMinimum' | null;
  /** When the price of an account ends. */
  readonly until: Date | null;
};

type Candidate = PriceTier & { readonly why: Why; readonly until: Date | null };

type QuoteInput = PriceTerms & {
  /** At least 1. */
  readonly quantity: number;
  readonly coupon: CouponTerms | null;
  readonly now: Date;
};

const WHOLE = 10_000n;

/** What `quantity` accounts cost now. Never more than by the product's own prices, and at least one micro-USDT each. */
export function quote({ quantity, coupon, now, ...terms }: QuoteInput): Quote {
  const best = cheapest(terms, quantity, now);
  const count = BigInt(quantity);
  const base = coupon === null || coupon.isCombinable ? best : ownPrice(terms.prices, quantity);
  const offMicro = coupon === null ? 0n : takenOff(coupon, base.priceMicro, count, terms.floorMicro);
  const isApplied = offMicro > 0n && base.priceMicro * count - offMicro < best.priceMicro * count;
  const { priceMicro: unitMicro, why, until } = isApplied ? base : best;
  const discountMicro = isApplied ? offMicro : 0n;
  return {
    unitMicro,
    discountMicro,
    totalMicro: unitMicro * count - discountMicro,
    listMicro: terms.prices.priceMicro,
    why,
    coupon:
      coupon &&
      (isApplied ? 'applied' : isBelow(coupon, base.priceMicro * count) ? 'belowMinimum' : 'notCheaper'),
    until,
  };
}

/**
 * A buyer's prices by quantity in the shape of a product's own, so that ladders, lists and the next cheaper step
 * (`nextTier`) show them alike, from the smallest order on, which lists may begin below. An order does without.
 */
export function pricesOf(terms: PriceTerms, now: Date, least = 1): Prices {
  const starts = [terms.prices.tiers, ...terms.own.map(({ tiers }) => tiers)].flat();
  const quantities = starts.map(({ minQuantity }) => minQuantity).filter((quantity) => quantity > least);
  const steps = [...new Set([least, ...quantities.toSorted((a, b) => a - b)])].map((minQuantity) => ({
    minQuantity,
    priceMicro: cheapest(terms, minQuantity, now).priceMicro,
  }));
  const changes = steps.filter(({ priceMicro }, index) => priceMicro !== steps[index - 1]?.priceMicro);
  return { priceMicro: steps[0]!.priceMicro, tiers: changes.slice(1) };
}

function cheapest({ prices, own, level, floorMicro }: PriceTerms, quantity: number, now: Date): Candidate {
  const base = ownPrice(prices, quantity);
  let best = base;
  const compare = (one: Candidate | null): void => {
    if (one && isBefore(one, best)) best = one;
  };
  if (level) compare(discounted(base, level, floorMicro));
  for (const offer of own) compare(offered(offer, quantity, now));
  return best;
}

/** By price, then by source, then by id: the order of what is given decides nothing. */
function isBefore(a: Candidate, b: Candidate): boolean {
  if (a.priceMicro !== b.priceMicro) return a.priceMicro < b.priceMicro;
  const [first, second] = [a, b].map(({ why }) => PRICE_SOURCES.indexOf(why.source)) as [number, number];
  return first === second ? (a.why.id ?? 0n) < (b.why.id ?? 0n) : first < second;
}

/** The product's own price, with its tiers. */
function ownPrice(prices: Prices, quantity: number): Candidate {
  const tier = reachedTier(prices.tiers, quantity);
  const why = { source: tier ? 'tier' : 'list', id: null, name: '', basisPoints: null } as const;
  const minQuantity = tier?.minQuantity ?? 1;
  return {
    minQuantity,
    priceMicro: tier?.priceMicro ?? prices.priceMicro,
    why: { ...why, minQuantity },
    until: null,
  };
}

const discounted = (base: Candidate, level: LevelDiscount, floorMicro: bigint | null): Candidate => ({
  minQuantity: base.minQuantity,
  priceMicro: larger(
    (base.priceMicro * (WHOLE - BigInt(level.basisPoints))) / WHOLE,
    leastMicro(base.priceMicro, floorMicro),
  ),
  why: { source: 'level', ...level, minQuantity: base.minQuantity },
  until: null,
});

function offered(offer: PriceOffer, quantity: number, now: Date): Candidate | null {
  const { source, id, name, tiers, startsAt, endsAt } = offer;
  const tier =
    startsAt > now || (endsAt !== null && endsAt <= now) ? undefined : reachedTier(tiers, quantity);
  if (!tier) return null;
  const why = { source, id, name, basisPoints: null, minQuantity: tier.minQuantity };
  return { ...tier, why, until: endsAt };
}

/** What the coupon takes off accounts of that price; nothing below its minimum. */
function takenOff(coupon: CouponTerms, unitMicro: bigint, count: bigint, floorMicro: bigint | null): bigint {
  const totalMicro = unitMicro * count;
  if (isBelow(coupon, totalMicro)) return 0n;
  const { basisPoints, amountMicro, maxDiscountMicro } = coupon;
  const offMicro =
    basisPoints === null ? amountMicro! : totalMicro - (totalMicro * (WHOLE - BigInt(basisPoints))) / WHOLE;
  const mostMicro = totalMicro - leastMicro(unitMicro, floorMicro) * count;
  return smaller(smaller(offMicro, maxDiscountMicro ?? offMicro), mostMicro);
}

const isBelow = ({ minTotalMicro }: CouponTerms, totalMicro: bigint): boolean => totalMicro < minTotalMicro;

/**
 * Below it nothing is sold without a second person: what an operator set, or what an account cost if that is more. A
 * lower one that is set does not count, or one person could set it before the cost is known. Null: no floor.
 */
export const higherFloor = (setMicro: bigint | null, costMicro: bigint | null): bigint | null =>
  setMicro === null || costMicro === null ? (setMicro ?? costMicro) : larger(setMicro, costMicro);

/** How far a price can be discounted. */
const leastMicro = (unitMicro: bigint, floorMicro: bigint | null): bigint =>
  larger(1n, smaller(floorMicro ?? 1n, unitMicro));

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * What `accounts` accounts of an order cost, after `before` others of it were counted. The first `total mod quantity`
 * cost one micro-USDT more than the rest, so all of them cost the total exactly.
 */
export function shareOf(totalMicro: bigint, quantity: number, accounts: number, before = 0): bigint {
  const [eachMicro, dearer] = [totalMicro / BigInt(quantity), Number(totalMicro % BigInt(quantity))];
  const extra = Math.min(before + accounts, dearer) - Math.min(before, dearer);
  return eachMicro * BigInt(accounts) + BigInt(extra);
}
