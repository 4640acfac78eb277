import type { WarrantyClaimState, ItemState } from '@portside/contract';

/** Accounts of an order in the order in which it took them; a replacement comes last. */
type ModelItem = { state: ItemState; replacedBy: number | null; claim: number | null };
type ModelClaim = { state: WarrantyClaimState; readonly accounts: number };

export type AfterSales = { readonly items: ModelItem[]; readonly claims: ModelClaim[] };

export const freshItems = (count: number): ModelItem[] =>
  Array.from({ length: count }, () => ({ state: 'good', replacedBy: null, claim: null }));

export const countItems = ({ items }: AfterSales, state: ItemState): number =>
  items.filter((item) => item.state === state).length;

/** The buyer names accounts by their positions, possibly more than once. */
export function createWarrantyClaim(
  { items, claims }: AfterSales,
  places: readonly number[],
): string | ModelClaim {
  const named = [...new Set(places)].map((place) => items[place]);
  if (named.includes(undefined)) return 'notFound';
  if (named.some((item) => item!.claim !== null)) return 'itemClaimed';
  if (named.some((item) => item!.state !== 'good')) return 'itemSettled';
  for (const item of named) item!.claim = claims.length;
  const claim: ModelClaim = { state: 'open', accounts: named.length };
  claims.push(claim);
  return { ...claim };
}

/** The positions to be remedied; none where they are remedied that way already. Null selects all that are left. */
export function choose(
  { items }: AfterSales,
  place: number | null,
  act: 'replaced' | 'refunded',
): 'notFound' | 'itemSettled' | number[] {
  if (place === null) return items.flatMap(({ state }, index) => (state === 'good' ? [index] : []));
  const item = items[place];
  if (!item) return 'notFound';
  if (item.state === act) return [];
  return item.state === 'good' ? [place] : 'itemSettled';
}

/** Remedies the accounts; a claim without a good account left is settled by it. */
export function settle(order: AfterSales, places: readonly number[], act: 'replaced' | 'refunded'): void {
  for (const place of places) {
    const item = order.items[place]!;
    item.state = act;
    if (act === 'refunded') continue;
    item.replacedBy = order.items.length;
    order.items.push(...freshItems(1));
  }
  for (const [index, claim] of order.claims.entries()) {
    const isOpen = order.items.some((item) => item.claim === index && item.state === 'good');
    if (claim.state === 'open' && !isOpen) claim.state = act;
  }
}
