import { refuse } from '../../../platform/refusal.ts';
import type { SoldItem } from '../sold-items.sql.ts';
import type { Input } from '@portside/contract';

/** Items by id, or those of a claim; all of the order if neither is given. */
type ItemSelection = {
  readonly itemIds?: readonly bigint[] | undefined;
  readonly claimId?: bigint | undefined;
};

/**
 * Which items of an order are to be remedied. Pure. Empty if all selected items are already remedied that way, so
 * that a repeated call changes nothing. Refuses items that are not in the order and a claim of another order
 * (notFound), items remedied the other way (itemSettled), and a claim settled the other way (claimSettled).
 */
export function selectItems(
  items: readonly SoldItem[],
  { itemIds, claimId }: ItemSelection,
  remedy: 'replaced' | 'refunded',
): bigint[] {
  if (itemIds && claimId !== undefined) refuse('parameterError', 'accounts and a claim');
  if (claimId !== undefined) return selectOfClaim(items, claimId, remedy);
  const selected = itemIds ? pickItems(items, itemIds) : items.filter(({ state }) => state !== 'replaced');
  if (selected.every(({ state }) => state === remedy)) return [];
  if (itemIds && selected.some(({ state }) => state !== 'good')) refuse('itemSettled');
  return idsOf(selected.filter(({ state }) => state === 'good'));
}

/** The order's items with these ids, each once. Refuses an id that is not in the order (notFound). */
export function pickItems(items: readonly SoldItem[], ids: readonly bigint[]): SoldItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return [...new Set(ids)].map((id) => byId.get(id) ?? refuse('notFound', 'not of this order'));
}

function selectOfClaim(
  items: readonly SoldItem[],
  claimId: bigint,
  remedy: 'replaced' | 'refunded',
): bigint[] {
  const claimed = items.filter((item) => item.claimId === claimId);
  const { claimState } = claimed[0] ?? refuse('notFound', 'no such claim of this order');
  if (claimState !== 'open') return claimState === remedy ? [] : refuse('claimSettled');
  return idsOf(claimed.filter(({ state }) => state === 'good'));
}

const idsOf = (items: readonly SoldItem[]): bigint[] => items.map(({ id }) => id);

/** The items that the body of a replacement or refund selects. */
export const parseItemSelection = ({
  item_ids,
  claim_id,
}: Pick<Input<'replaceItems'>['body'], 'item_ids' | 'claim_id'>): ItemSelection => ({
  itemIds: item_ids?.map(BigInt),
  claimId: claim_id === undefined ? undefined : BigInt(claim_id),
});
