import {
  formatMicro,
  parseMicro,
  paths,
  textIn,
  type Dearer,
  type Language,
  type Proposal,
} from '@portside/contract';
import { findRise, type PriceTier } from '@portside/contract/wire/price';
import { higherFloor } from '@portside/contract/wire/quote';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { refuseField } from '../../platform/refusal.ts';
import { findOpenProposal, presentProposal, propose, type Approved } from '../approvals/index.ts';
import { findCosts } from '../stock/index.ts';
import { lockGoods, type GoodsRow, type Texts } from './goods.sql.ts';

/** Who sets prices decides about floors too, so this is more than the permission for products. */
const ACTION = paths.updatePriceList[2];

type Priced = Pick<GoodsRow, 'price_micro' | 'tiers' | 'min_quantity'> &
  Partial<Pick<GoodsRow, 'floor_micro'>>;
type Costed = Priced & Pick<GoodsRow, 'cost_micro'>;

/** The product's floor; null: none. */
export const floorOf = ({
  floor_micro: set = null,
  cost_micro: cost,
}: Pick<Costed, 'floor_micro' | 'cost_micro'>): bigint | null => higherFloor(set, cost);

/**
 * The lowest price below the floor at a quantity where it was not agreed before; undefined if there is none. At each
 * quantity the highest tier reached counts, of `agreed` too: what was agreed from 5,000 on was not agreed from 1 on.
 */
export function findBelowFloor(
  tiers: readonly PriceTier[],
  agreed: readonly PriceTier[],
  floorMicro: bigint,
): PriceTier | undefined {
  const steps = [
    ...tiers.map((tier) => ({ ...tier, isAgreed: false })),
    ...agreed.map((tier) => ({ ...tier, isAgreed: true })),
  ].toSorted((a, b) => a.minQuantity - b.minQuantity);
  let [priceMicro, agreedMicro, lowest]: [bigint?, bigint?, PriceTier?] = [];
  for (const [minQuantity, own] of Map.groupBy(steps, (step) => step.minQuantity)) {
    for (const step of own)
      if (step.isAgreed) agreedMicro = step.priceMicro;
      else priceMicro = step.priceMicro;
    if (priceMicro === undefined || priceMicro >= floorMicro) continue;
    if (agreedMicro !== undefined && priceMicro >= agreedMicro) continue;
    if (lowest === undefined || priceMicro < lowest.priceMicro) lowest = { minQuantity, priceMicro };
  }
  return lowest;
}

/**
 * Whether a change takes a second person: a price below the floor, unless the product was sold as cheaply at the same
 * quantity under the same floor before, a smaller order at such a price, and a floor that was set and is lowered or
 * removed. Raising one leaves the prices of lists as they are. A new product has no accounts, and no cost.
 */
export function needsConsent(before: Costed | null, after: Priced): boolean {
  const [was, set] = [before?.floor_micro ?? null, after.floor_micro ?? null];
  if (was !== null && (set === null || set < was)) return true;
  const cost_micro = before?.cost_micro ?? null;
  const floor = floorOf({ floor_micro: set, cost_micro });
  if (floor === null) return false;
  if (before !== null && !isSmallestAgreed(before, after)) return true;
  const agreed = before !== null && floorOf(before) === floor ? ladderOf(before) : [];
  return findBelowFloor(ladderOf(after), agreed, floor) !== undefined;
}

/** The price of the smallest order below a floor was agreed from that quantity on. */
const isSmallestAgreed = ({ min_quantity, cost_micro }: Costed, after: Priced): boolean =>
  after.price_micro >= (floorOf({ floor_micro: after.floor_micro ?? null, cost_micro }) ?? 0n) ||
  after.min_quantity >= min_quantity;

/** What of a change that takes a second person is made at once has the former prices, and no smaller order at them. */
export function withPricesBefore<T extends Priced>(before: GoodsRow, wanted: T): T {
  const { price_micro, tiers, floor_micro, min_quantity } = before;
  const direct = { ...wanted, price_micro, tiers, floor_micro };
  return isSmallestAgreed(before, direct) ? direct : { ...direct, min_quantity };
}

type Named = { readonly id: bigint | null; readonly name: Texts };

const MOST_NAMED = 20;

/** Products whose prices rise with the quantity, the first of them and how many there are. */
export function findDearer(
  priced: readonly { readonly goods: Named; readonly steps: readonly PriceTier[] }[],
  language: Language,
): { dearer: Dearer[]; dearer_count: number } {
  const found = priced.flatMap(({ goods: { id, name }, steps }) => {
    const rise = findRise(steps);
    if (!rise) return [];
    const product = { goods_id: id === null ? null : String(id), name: textIn(name, language) };
    return [{ ...product, ...presentStep(rise.from), below: presentStep(rise.below) }];
  });
  return { dearer: found.slice(0, MOST_NAMED), dearer_count: found.length };
}

const presentStep = ({ minQuantity, priceMicro }: PriceTier) => ({
  min_quantity: minQuantity,
  price: formatMicro(priceMicro),
});

/** The price of one account and the tiers. */
export const ladderOf = ({ price_micro, tiers }: Pick<Priced, 'price_micro' | 'tiers'>): PriceTier[] => [
  { minQuantity: 1, priceMicro: price_micro },
  ...tiers,
];

/** Amounts in USDT; `tiers` as "100: 0.9; 500: 0.8". */
type GoodsPricesTerms = {
  readonly goods_id: string;
  readonly name: string;
  readonly former_price: string;
  readonly price: string;
  readonly former_tiers: string;
  readonly tiers: string;
  readonly former_floor: string | null;
  readonly floor: string | null;
  /** The smallest order before, if only a second person may make it smaller. */
  readonly former_min_quantity?: number;
  /** The smallest order at these prices; absent in proposals of before. */
  readonly min_quantity?: number;
  /** What an account cost then. */
  readonly cost: string | null;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    goodsPricesApproved: Approved<GoodsPricesTerms>;
  }
}

/** Whether the caller may propose prices below a floor. */
export const mayProposePrices = ({ actor }: Ctx): boolean => requireUser(actor).actions.has(ACTION);

/** Whether another change of the product's prices waits for a second person. */
export const hasOpenPrices = async ({ db }: Ctx, id: bigint): Promise<boolean> =>
  (await findOpenProposal(db, 'goodsPricesApproved', `goods:${id}`)) !== undefined;

/** Proposes a locked product's prices and floor. Refuses them to who may not set prices (belowFloor). */
export async function proposePrices(
  ctx: Ctx,
  before: GoodsRow,
  wanted: Priced,
  reason = '',
): Promise<Proposal> {
  if (!mayProposePrices(ctx)) refuseField('belowFloor', 'price', 'small');
  const isSmaller = withPricesBefore(before, wanted).min_quantity !== wanted.min_quantity;
  const row = await propose(ctx, {
    kind: 'goodsPricesApproved',
    subject: `goods:${before.id}`,
    terms: {
      goods_id: before.id.toString(),
      name: textIn(before.name, ctx.language),
      former_price: formatMicro(before.price_micro),
      price: formatMicro(wanted.price_micro),
      former_tiers: formatTiers(before),
      tiers: formatTiers(wanted),
      former_floor: formatFloor(before),
      floor: formatFloor(wanted),
      ...(isSmaller && { former_min_quantity: before.min_quantity }),
      min_quantity: wanted.min_quantity,
      cost: before.cost_micro === null ? null : formatMicro(before.cost_micro),
    },
    reason,
    action: ACTION,
  });
  return presentProposal(row, ctx.actor);
}

const formatFloor = ({ floor_micro: floor }: Priced): string | null =>
  floor === null || floor === undefined ? null : formatMicro(floor);

/** As "100: 0.9; 500: 0.8", amounts in USDT. */
export const formatTiers = ({ tiers }: Pick<Priced, 'tiers'>): string =>
  tiers.map(({ minQuantity, priceMicro }) => `${minQuantity}: ${formatMicro(priceMicro)}`).join('; ');

/**
 * Whether the product still has the prices and the floor that the proposal would replace, has cost no more since, and is
 * not sold in smaller orders than those that are agreed to.
 */
export const isAsProposed = (row: GoodsRow, terms: GoodsPricesTerms): boolean =>
  formatMicro(row.price_micro) === terms.former_price &&
  formatTiers(row) === terms.former_tiers &&
  formatFloor(row) === terms.former_floor &&
  (terms.former_min_quantity === undefined
    ? row.min_quantity >= (terms.min_quantity ?? 1)
    : row.min_quantity === terms.former_min_quantity) &&
  (row.cost_micro ?? 0n) <= parseMicro(terms.cost ?? '0');

/** The prices in a proposal's terms, and the smallest order if it is proposed too. */
export const approvedPrices = ({ price, tiers, floor, ...terms }: GoodsPricesTerms) => ({
  ...(terms.former_min_quantity !== undefined && { min_quantity: terms.min_quantity! }),
  price_micro: parseMicro(price),
  tiers: parseTiers(tiers),
  floor_micro: floor === null ? null : parseMicro(floor),
});

/** The reverse of `formatTiers`. */
export const parseTiers = (text: string): PriceTier[] => (text === '' ? [] : text.split('; ').map(parseTier));

function parseTier(text: string) {
  const [from = '', price = ''] = text.split(': ');
  return { minQuantity: Number(from), priceMicro: parseMicro(price) };
}

/**
 * Sets what an account of each product costs by now. One without any known keeps its last cost, or one person could lower
 * the price while it is sold out; only a correction takes that away.
 */
export async function onCostsChanged(
  { db, clock }: Ctx,
  { goodsIds, isCorrection }: EventPayloads['costsChanged'],
): Promise<void> {
  // Locked before it is read: two imports that begin together would not see each other's cost.
  await lockGoods(db, goodsIds);
  const costs = await findCosts({ db, clock }, goodsIds);
  const ids = isCorrection ? goodsIds : [...costs.keys()];
  const wanted = ids.map((id) => costs.get(id) ?? 0n);
  await sql`
    update goods set cost_micro = nullif(known.cost, 0)
    from unnest(${idArray(ids)}::bigint[], ${idArray(wanted)}::bigint[]) as known (id, cost)
    where goods.id = known.id and cost_micro is distinct from nullif(known.cost, 0)`.execute(db);
}

/** The same for all products: orders do not look whether they sold the last account of a dear import. */
export async function followCosts(ctx: Ctx): Promise<{ more: boolean }> {
  const rows = await ctx.db.selectFrom('goods').select(['id', 'cost_micro']).execute();
  const costs = await findCosts(
    ctx,
    rows.map(({ id }) => id),
  );
  const changed = rows.filter(({ id, cost_micro: micro }) => (costs.get(id) ?? micro) !== micro);
  const change = { goodsIds: changed.map(({ id }) => id), isCorrection: false };
  if (changed.length > 0) await inTransaction(ctx, (step) => onCostsChanged(step, change));
  return { more: false };
}
