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
  /** The user who typed it, if signed in; nobody else may see the e-mail address. */
  readonly ownerId?: string | undefined;
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

/** One entry for each product, and one for the cart: another order must not replace an unanswered one. */
const UNANSWERED = 'portside-unanswered-order-';

type KeptAttempt = { readonly userId: string; readonly attempt: unknown };

/** Stores an attempt to buy without an answer, so that it is repeated and nothing is ordered again. */
export function keepUnanswered(userId: string, what: string, attempt: unknown): void {
  storage.setItem(UNANSWERED + what, JSON.stringify({ userId, attempt } satisfies KeptAttempt));
}

export function forgetUnanswered(what: string): void {
  storage.removeItem(UNANSWERED + what);
}

/** This user's unanswered attempt for a product or the cart, as it was kept; undefined without one. */
export function findUnanswered(userId: string, what: string): unknown {
  const text = storage.getItem(UNANSWERED + what);
  if (typeof text !== 'string') return undefined;
  const kept = JSON.parse(text) as KeptAttempt;
  return kept.userId === userId ? kept.attempt : undefined;
}

/** All of them, by their products or the cart. */
function listUnanswered(): (KeptAttempt & { readonly what: string })[] {
  return namesInTab()
    .filter((name) => name.startsWith(UNANSWERED))
    .map((name) => ({
      ...(JSON.parse(storage.getItem(name) as string) as KeptAttempt),
      what: name.slice(UNANSWERED.length),
    }));
}

/** None where the browser refuses to store: there, clearing the storage clears none of it either. */
function namesInTab(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}

/**
 * Takes the order, and attempts to buy without an answer, out of storage before that is cleared, because the session has
 * expired; the answer puts them back, for whose session it was.
 */
export function saveIntent(): () => void {
  const intent = findIntent();
  const ownerId = storedState().user?.id;
  const unanswered = listUnanswered();
  return () => {
    for (const { userId, what, attempt } of unanswered) keepUnanswered(userId, what, attempt);
    if (intent !== null)
      keepIntent(ownerId === undefined ? { ...intent, email: null } : { ...intent, ownerId });
  };
}

/** Somebody signs in: orders of somebody else, whose session expired in this tab, are forgotten. */
export function claimIntent(userId: string): void {
  for (const one of listUnanswered()) if (one.userId !== userId) forgetUnanswered(one.what);
  const kept = readKept(textOfIntent());
  if (kept?.ownerId !== undefined && kept.ownerId !== userId) forgetIntent(kept.goodsId);
}
