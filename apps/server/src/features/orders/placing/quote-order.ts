import { errors, formatMicro, textIn, type Data, type ErrorName, type Input } from '@portside/contract';
import { formatPercent } from '@portside/contract/wire/percent';
import { nextTier } from '@portside/contract/wire/price';
import { pricesOf, type Quote } from '@portside/contract/wire/quote';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { combineQueries, runQuery } from '../../../platform/db/pipeline.ts';
import { refuse, Refusal } from '../../../platform/refusal.ts';
import { isFor, mostOf, offersOf, type Offer } from '../../goods/index.ts';
import { allLevels, belowMinimum, couponsOf, CouponUses, offersFor, PriceBook } from '../../prices/index.ts';
import { buyersOf, codeTriesOf, countCodeTries, lockCodeTries } from '../../users/index.ts';
import { readBought, readCouponBuyers } from '../orders.sql.ts';
import { BuyerLimits, priceOrder } from './decide-orders.ts';

/**
 * What an order would cost the caller now, and why. Reserves nothing: the order is decided again when it is placed.
 * Refuses a product that is unknown or off sale (notFound), a quantity out of its range (quantityOutOfRange) or beyond
 * what a buyer may have (buyerLimitReached, dailyLimitReached), and a coupon as `placeOrder` does.
 */
export async function quoteOrder(ctx: Ctx, { body }: Input<'quoteOrder'>): Promise<Data<'quoteOrder'>> {
  const { userId } = requireUser(ctx.actor);
  const { goods_id, quantity, coupon = null, link_key: linkKey } = body;
  const line = { goodsId: BigInt(goods_id), quantity, linkKey };
  return withTries(ctx, userId, coupon, async (step) => {
    const read = await readTerms(step, userId, [line], coupon);
    const product = findProduct(read, line);
    if (typeof product === 'string') return product;
    const priced = priceOrder({ userId, quantity, coupon }, product, read, read);
    if (typeof priced === 'string') return namingMinimum(priced, read, coupon);
    const next = nextTier(
      pricesOf(read.prices.termsOf(userId, product), read.now),
      quantity,
      mostOf(product),
    );
    return { ...presentQuote(priced.quote), next: next ? presentStep(next) : null };
  });
}

/**
 * What products would cost together, with one coupon for those it is for; where it may not be used for all of them, for
 * those it makes cheapest. Of a line that cannot be bought it says why. Refuses a coupon that is for none of them, as
 * `placeOrder` does.
 */
export async function quoteOrders(ctx: Ctx, { body }: Input<'quoteOrders'>): Promise<Data<'quoteOrders'>> {
  const { userId } = requireUser(ctx.actor);
  const { coupon = null } = body;
  const lines = body.lines.map(({ goods_id, quantity }) => ({ goodsId: BigInt(goods_id), quantity }));
  return withTries(ctx, userId, coupon, async (step) => {
    const read = await readTerms(step, userId, lines, coupon);
    const quotes = quoteLines(read, lines, coupon);
    const refused = quotes.flatMap(({ couponRefusal }) => couponRefusal ?? []);
    const [reason] = refused.toSorted(
      (a, b) => Number(b === 'couponUnknown') - Number(a === 'couponUnknown'),
    );
    const isOfUse = quotes.some(({ quote: found }) => found?.coupon);
    if (reason !== undefined && !isOfUse) return namingMinimum(reason, read, coupon);
    const totalMicro = quotes.reduce((sum, { quote: found }) => sum + (found?.totalMicro ?? 0n), 0n);
    const least = read.coupons.get(coupon ?? '')?.min_total_micro;
    return { lines: quotes.map((one) => presentLine(one, least)), total_amount: formatMicro(totalMicro) };
  });
}

/** Whoever guesses coupons is slowed: what is found is counted in the transaction that found it. */
async function withTries<T extends object>(
  ctx: Ctx,
  userId: bigint,
  coupon: string | null,
  find: (ctx: Ctx) => Promise<T | ErrorName | Refusal>,
): Promise<T> {
  const inTries = async (step: Ctx) => {
    await lockCodeTries(step.db, userId);
    const found = await find(step);
    // Counted in this transaction, so it is no refusal yet.
    if (found === 'couponUnknown') await countCodeTries(step.db, 'coupon', [userId], step.clock.now());
    return found;
  };
  const found = await (coupon === null ? find(ctx) : inTransaction(ctx, inTries));
  if (found instanceof Refusal) throw found;
  return typeof found === 'string' ? refuse(found) : found;
}

type Line = { readonly goodsId: bigint; readonly quantity: number; readonly linkKey?: string | undefined };
type Terms = Awaited<ReturnType<typeof readTerms>>;

/** What the prices of these lines follow from, as an order reads it. */
async function readTerms(
  { db, clock, language }: Ctx,
  userId: bigint,
  lines: readonly Line[],
  coupon: string | null,
) {
  const now = clock.now();
  const codes = coupon === null ? [] : [coupon];
  const wishes = lines.map(({ goodsId }) => ({ userId, goodsId }));
  const { coupons, couponTries, ...seen } = await runQuery(
    db,
    combineQueries({
      coupons: couponsOf(codes),
      goods: offersOf([...new Set(lines.map(({ goodsId }) => goodsId))]),
      buyers: buyersOf([userId]),
      levels: allLevels,
      offers: offersFor(wishes, now),
      couponTries: codeTriesOf('coupon', [userId], now),
    }),
  );
  const asking = codes.map((code) => ({ userId, coupon: code }));
  const { couponUses: usesBefore, returning } = await readCouponBuyers(db, coupons, asking);
  const bought = await readBought(db, seen.goods, wishes, now);
  return {
    userId,
    levelId: seen.buyers.get(userId)?.levelId ?? null,
    goods: seen.goods,
    prices: new PriceBook(seen, (texts) => textIn(texts, language)),
    coupons,
    now,
    returning: new Set(returning),
    limits: new BuyerLimits(bought),
    newUses: () => new CouponUses(usesBefore, couponTries),
    couponUses: new CouponUses(usesBefore, couponTries),
  };
}

/** The product of a line, or why the buyer cannot have so many of it. */
function findProduct({ userId, levelId, goods, limits }: Terms, line: Line): Offer | ErrorName {
  const { goodsId, quantity, linkKey } = line;
  const product = goods.get(goodsId);
  if (!product?.on_sale || !isFor(product, { levelId, linkKey })) return 'notFound';
  if (quantity < product.min_quantity || quantity > product.max_quantity) return 'quantityOutOfRange';
  return limits.fault({ userId, goodsId, quantity }, product) ?? product;
}

/** Of a coupon that the order is too small for, the refusal that says from what total on. */
function namingMinimum(reason: ErrorName, { coupons }: Terms, code: string | null): ErrorName | Refusal {
  const coupon = reason === 'couponBelowMinimum' ? coupons.get(code ?? '') : undefined;
  return coupon ? belowMinimum(coupon) : reason;
}

type LineQuote = {
  readonly quote: Quote | null;
  /** Why it cannot be bought, and why the coupon is not for it. */
  readonly refusal: ErrorName | null;
  readonly couponRefusal: ErrorName | null;
};

/** The line that the coupon makes cheapest first, then as orders that are decided one after the other. */
function quoteLines(read: Terms, lines: readonly Line[], coupon: string | null): LineQuote[] {
  const { userId, newUses } = read;
  const alone = lines.map((line) => {
    const product = findProduct(read, line);
    if (typeof product === 'string') return null;
    const wish = { userId, quantity: line.quantity, coupon };
    return priceOrder(wish, product, read, { ...read, couponUses: newUses() });
  });
  // What a line costs without it may be less than the price that it is taken off.
  const saved = lines.map((line, at) => {
    const [product, cheaper] = [findProduct(read, line), alone[at]];
    if (typeof product === 'string' || !cheaper || typeof cheaper === 'string') return 0n;
    const plain = priceOrder({ userId, quantity: line.quantity, coupon: null }, product, read, read);
    return typeof plain === 'string' ? 0n : plain.quote.totalMicro - cheaper.quote.totalMicro;
  });
  const quotes: LineQuote[] = [];
  for (const at of [...lines.keys()].toSorted((a, b) => Number(saved[b]! - saved[a]!))) {
    const refused = typeof alone[at] === 'string' ? alone[at] : null;
    // Not for this line at all, however much of it the others leave.
    const found = quoteLine(read, lines[at]!, refused === null ? coupon : null);
    quotes[at] = refused !== null && found.quote ? { ...found, couponRefusal: refused } : found;
  }
  return quotes;
}

/** Counts what it takes of the buyer's limits and of the coupon. */
function quoteLine(read: Terms, line: Line, coupon: string | null): LineQuote {
  const { userId, couponUses, limits, returning } = read;
  const product = findProduct(read, line);
  if (typeof product === 'string') return { quote: null, refusal: product, couponRefusal: null };
  const wish = { userId, quantity: line.quantity, coupon };
  const priced = priceOrder(wish, product, read, read);
  if (typeof priced === 'string') return { ...quoteLine(read, line, null), couponRefusal: priced };
  limits.record({ userId, ...line });
  returning.add(userId);
  if (priced.coupon && priced.quote.coupon === 'applied') couponUses.use(priced.coupon, userId);
  return { quote: priced.quote, refusal: null, couponRefusal: null };
}

const codeOf = (reason: ErrorName | null): number | null => reason && errors[reason].code;

const presentLine = ({ quote, refusal, couponRefusal }: LineQuote, leastMicro = 0n) => ({
  quote: quote && presentQuote(quote),
  refusal: codeOf(refusal),
  coupon_refusal: codeOf(couponRefusal),
  coupon_min_total: couponRefusal === 'couponBelowMinimum' ? formatMicro(leastMicro) : null,
});

const presentStep = (step: NonNullable<ReturnType<typeof nextTier>>) => ({
  min_quantity: step.minQuantity,
  price: formatMicro(step.priceMicro),
  saved: formatMicro(step.savedMicro),
});

function presentQuote({ why, coupon, ...quote }: Quote): Omit<Data<'quoteOrder'>, 'next'> {
  return {
    unit_price: formatMicro(quote.unitMicro),
    list_price: formatMicro(quote.listMicro),
    discount: formatMicro(quote.discountMicro),
    total_amount: formatMicro(quote.totalMicro),
    why: {
      source: why.source,
      name: why.name,
      discount_percent: why.basisPoints === null ? null : formatPercent(why.basisPoints),
      min_quantity: why.minQuantity,
    },
    // An order below the coupon's minimum was refused.
    coupon: coupon === 'belowMinimum' ? null : coupon,
    until: quote.until && quote.until.toISOString(),
  };
}
