import { formatMicro, parseMicro, paths, textIn, type Proposal } from '@portside/contract';
import type { PriceTier } from '@portside/contract/wire/price';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { findOpenProposal, presentProposal, propose, type Approved } from '../approvals/index.ts';
import type { GoodsRow } from './goods.sql.ts';

/** Who sets prices decides about floors too, so this is more than the permission for products. */
const ACTION = paths.updatePriceList[2];

type Priced = Pick<GoodsRow, 'price_micro' | 'tiers'> & Partial<Pick<GoodsRow, 'floor_micro'>>;

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
 * quantity under the same floor before, and a floor that is lowered or removed. Raising one leaves the prices of lists
 * as they are.
 */
export function needsConsent(before: Priced | null, after: Priced): boolean {
  const [was, floor] = [before?.floor_micro ?? null, after.floor_micro ?? null];
  if (was !== null && (floor === null || floor < was)) return true;
  if (floor === null) return false;
  const agreed = before !== null && was === floor ? ladderOf(before) : [];
  return findBelowFloor(ladderOf(after), agreed, floor) !== undefined;
}

const ladderOf = ({ price_micro, tiers }: Priced): PriceTier[] => [
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

/** Whether the product still has the prices and the floor that the proposal would replace. */
export const isAsProposed = (row: GoodsRow, terms: GoodsPricesTerms): boolean =>
  formatMicro(row.price_micro) === terms.former_price &&
  formatTiers(row) === terms.former_tiers &&
  formatFloor(row) === terms.former_floor;

/** The prices in a proposal's terms. */
export const approvedPrices = ({ price, tiers, floor }: GoodsPricesTerms) => ({
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
