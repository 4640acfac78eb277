import { refuse } from '../../../platform/refusal.ts';
import type { SoldItem } from '../sold-items.sql.ts';

/** Accounts by id, those of a claim, or all where neither is named. */
export type Wanted = {
  readonly itemIds?: readonly bigint[] | undefined;
  readonly claimId?: bigint | undefined;
};

/**
 * Which accounts of an order are to be replaced or paid back. Pure. None where that was done already, so that
 * the same asked again changes nothing. Refuses an account that is not in the order or was never claimed so
 * (notFound), one that came to another end (itemSettled), and a claim that did (claimSettled).
 */
export function chooseItems(
  items: readonly SoldItem[],
  { itemIds, claimId }: Wanted,
  act: 'replaced' | 'refunded',
): bigint[] {
  if (itemIds && claimId !== undefined) refuse('parameterError', 'accounts and a claim');
  if (claimId !== undefined) return ofClaim(items, claimId, act);
  const wanted = itemIds ? pickItems(items, itemIds) : items.filter(({ state }) => state !== 'replaced');
  if (wanted.every(({ state }) => state === act)) return [];
  if (itemIds && wanted.some(({ state }) => state !== 'good')) refuse('itemSettled');
  return idsOf(wanted.filter(({ state }) => state === 'good'));
}

/** Those of the order with these ids, each once. */
export function pickItems(items: readonly SoldItem[], ids: readonly bigint[]): SoldItem[] {
  const known = new Map(items.map((item) => [item.id, item]));
  return [...new Set(ids)].map((id) => known.get(id) ?? refuse('notFound', 'not of this order'));
}

function ofClaim(items: readonly SoldItem[], claimId: bigint, act: 'replaced' | 'refunded'): bigint[] {
  const claimed = items.filter((item) => item.claimId === claimId);
  const { claimState } = claimed[0] ?? refuse('notFound', 'no such claim of this order');
  if (claimState !== 'open') return claimState === act ? [] : refuse('claimSettled');
  return idsOf(claimed.filter(({ state }) => state === 'good'));
}

const idsOf = (items: readonly SoldItem[]): bigint[] => items.map(({ id }) => id);
