import type { Gender } from '@portside/contract';
import { useSyncExternalStore } from 'react';
import { createSafeStorage } from './safe-storage.ts';
import { storedState } from './stored-state.ts';

/**
 * What the reader is about to order. Kept in this tab until the order is placed or given up, so that signing in or up,
 * a top-up and a reload lead back to it. The address carries product, quantity and gender too; the e-mail address
 * stays out of it, because addresses are shared and logged.
 */
export type OrderIntent = {
  readonly goodsId: string;
  /** The product's name, to show where it is not loaded. */
  readonly name: string;
  /** Where its order form is: a path of this site with its query. */
  readonly path: string;
  /** The history entry in which it was typed (`Location.key`); null if nothing was typed. */
  readonly entry: string | null;
  /** null: not chosen yet. */
  readonly quantity: number | null;
  readonly gender: Gender | null;
  /** As typed; null: the buyer's own. */
  readonly email: string | null;
};

/** As it is stored. */
type KeptIntent = OrderIntent & {
  /** The user whose session expired; nobody else may see the e-mail address. */
  readonly ownerId?: string;
};

const storage = createSafeStorage(() => sessionStorage);
const NAME = 'portside-order-intent';

const listeners = new Set<() => void>();

export function keepIntent(intent: KeptIntent): void {
  storage.setItem(NAME, JSON.stringify(intent));
  for (const listener of listeners) listener();
}

/** The order being prepared in this tab, if any; while rendering, `useOrderIntent`. */
export const findIntent = (): OrderIntent | null => readIntent(textOfIntent());

/** The order being prepared in this tab, if any. */
export const useOrderIntent = (): OrderIntent | null =>
  readIntent(useSyncExternalStore(listen, textOfIntent, () => null));

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function textOfIntent(): string | null {
  const text = storage.getItem(NAME);
  return typeof text === 'string' ? text : null;
}

/** The same with whose it is. */
const findKept = (): KeptIntent | null => readKept(textOfIntent());

function readKept(text: string | null): KeptIntent | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<KeptIntent> | null;
    return typeof kept?.goodsId === 'string' && typeof kept.path === 'string' ? (kept as KeptIntent) : null;
  } catch {
    return null;
  }
}

function readIntent(text: string | null): OrderIntent | null {
  const kept = readKept(text);
  if (kept === null) return null;
  const { ownerId, ...intent } = kept;
  const isOthers = ownerId !== undefined && ownerId !== storedState().user?.id;
  return isOthers ? { ...intent, email: null } : intent;
}

/** The order being prepared for this product, if it is the one. */
export function findIntentFor(goodsId: string): OrderIntent | null {
  const intent = findIntent();
  return intent?.goodsId === goodsId ? intent : null;
}

/** Call after the order is placed or given up; another product's intent stays. */
export function forgetIntent(goodsId: string): void {
  if (!findIntentFor(goodsId)) return;
  storage.removeItem(NAME);
  for (const listener of listeners) listener();
}

/** Where to come back to: what was typed into the order form of the page comes before what its address carries. */
export const pathWithIntent = (path: string, intent: OrderIntent | null): string =>
  intent?.path === path ? pathOfIntent(intent) : path;

/** Its address with the choices, so that they survive being opened elsewhere. */
export function pathOfIntent({
  path,
  quantity,
  gender,
}: Pick<OrderIntent, 'path' | 'quantity' | 'gender'>): string {
  const url = new URL(path, 'http://shop.invalid');
  if (quantity === null) url.searchParams.delete('quantity');
  else url.searchParams.set('quantity', String(quantity));
  if (gender === null || gender === 'random') url.searchParams.delete('gender');
  else url.searchParams.set('gender', gender);
  return url.pathname + url.search;
}

/** The choices that an address carries; null for the rest. */
export function choicesIn(search: string): Pick<OrderIntent, 'quantity' | 'gender'> {
  const params = new URLSearchParams(search);
  const quantity = params.get('quantity') ?? '';
  const gender = params.get('gender');
  return {
    quantity: /^[1-9]\d{0,5}$/.test(quantity) ? Number(quantity) : null,
    gender: gender === 'male' || gender === 'female' ? gender : null,
  };
}

/**
 * Takes the order out of storage before that is cleared, because the session has expired; the answer puts it back, for
 * whose session it was.
 */
export function saveIntent(): () => void {
  const intent = findIntent();
  const ownerId = storedState().user?.id;
  if (intent === null) return () => undefined;
  const kept: KeptIntent = ownerId === undefined ? { ...intent, email: null } : { ...intent, ownerId };
  return () => keepIntent(kept);
}

/** Somebody signs in: an order of somebody else, whose session expired in this tab, is forgotten. */
export function claimIntent(userId: string): void {
  const kept = findKept();
  if (kept?.ownerId === undefined) return;
  const { ownerId, ...intent } = kept;
  if (ownerId === userId) keepIntent(intent);
  else forgetIntent(intent.goodsId);
}
