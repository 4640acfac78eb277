import type { CartLine, Data } from '@portside/contract';
import { MOST_CART_LINES } from '@portside/contract/wire/limits';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { ApiError, isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { createSafeStorage } from '../../../lib/stored/safe-storage.ts';
import { storedState, useStored } from '../../../lib/stored/stored-state.ts';

type Lines = readonly CartLine[];

/** A visitor's cart, in this browser. */
export const useVisitorLines = create<{ readonly lines: Lines }>()(
  persist(() => ({ lines: [] as Lines }), {
    name: 'portside-cart',
    version: 1,
    storage: createJSONStorage(() => createSafeStorage()),
  }),
);

const KEY = queryKey('readCart', {});

const without = (lines: Lines, goodsId: string): Lines => lines.filter((line) => line.goods_id !== goodsId);

/** With the line in the place of the product's own, or at the end. */
export const withLine = (lines: Lines, line: CartLine): Lines =>
  lines.some((one) => one.goods_id === line.goods_id)
    ? lines.map((one) => (one.goods_id === line.goods_id ? line : one))
    : [...lines, line];

const withLines = (lines: Lines, others: Lines): Lines => others.reduce(withLine, lines);

/** Whether the cart was too full for a product and nobody has said so yet; the link to the cart does. */
export const useFullCart = create(() => ({ isUnsaid: false }));

const isTooFull = (lines: Lines): boolean => lines.length > MOST_CART_LINES;

/**
 * The reader's cart: the account's, or a visitor's in this browser. A change shows at once; one that the shop refuses is
 * announced and taken back. `lines` is undefined until they are known.
 */
export function useCart() {
  const client = useQueryClient();
  const isSignedIn = useStored((s) => s.token !== null);
  const visitors = useVisitorLines((s) => s.lines);
  const { data, isError, refetch } = useQuery({
    ...query('readCart', {}, { isQuiet: true }),
    enabled: isSignedIn,
  });
  const change = (make: (lines: Lines) => Lines, send: () => Promise<unknown>): Promise<void> => {
    const isOwn = storedState().token !== null;
    // What other tabs have put into it since is kept.
    if (!isOwn) void useVisitorLines.persist.rehydrate();
    const now = isOwn ? ownLines(client) : useVisitorLines.getState().lines;
    const next = make(now);
    if (isTooFull(next) && next.length > now.length) {
      useFullCart.setState({ isUnsaid: true });
      return Promise.resolve();
    }
    if (isOwn) return changeOwn(client, next, send);
    useVisitorLines.setState({ lines: next });
    return Promise.resolve();
  };
  return {
    lines: isSignedIn ? data?.lines : visitors,
    hasFailed: isSignedIn && isError && !data,
    retry: () => void refetch(),
    setLine: (line: CartLine) =>
      change(
        (lines) => withLine(lines, line),
        () => sendLines([line]),
      ),
    removeLine: (goodsId: string) =>
      change(
        (lines) => without(lines, goodsId),
        () => call('removeCartLine', { params: { goods_id: goodsId } }),
      ),
  };
}

const ownLines = (client: QueryClient): Lines => client.getQueryData<Data<'readCart'>>(KEY)?.lines ?? [];

let sending: Promise<unknown> = Promise.resolve();

/** Resolves once every change so far is answered. */
export const cartSent = async (): Promise<void> => void (await sending);

/** Sent one after the other: of two changes the later one stays. After the last one the cart is read again. */
async function changeOwn(client: QueryClient, next: Lines, send: () => Promise<unknown>): Promise<void> {
  // At once: the next change builds on it.
  void client.cancelQueries({ queryKey: KEY });
  client.setQueryData<Data<'readCart'>>(KEY, { lines: [...next] });
  const sent = sending.then(send);
  const settled = sent.then(
    () => undefined,
    () => undefined,
  );
  sending = settled;
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  } finally {
    if (sending === settled) void client.invalidateQueries({ queryKey: KEY });
  }
}

const sendLines = (lines: Lines, isQuiet = false) =>
  call(
    'setCartLines',
    {
      body: {
        lines: lines.map(({ unit_price, ...line }) => ({ ...line, ...(unit_price && { unit_price }) })),
      },
    },
    { isQuiet },
  );

/** Puts what a visitor chose in this browser into the cart of whom they have signed in as. Mount once. */
export function useVisitorsCart(): void {
  const client = useQueryClient();
  const isSignedIn = useStored((s) => s.token !== null);
  const hasLines = useVisitorLines((s) => s.lines.length > 0);
  useEffect(() => {
    if (isSignedIn && hasLines) moveOnce(client);
  }, [client, isSignedIn, hasLines]);
}

/** Under way, whichever page began it. */
let moving: Promise<void> | null = null;

function moveOnce(client: QueryClient): void {
  moving ??= moveIn(client).finally(() => {
    moving = null;
  });
}

/** Said once, and tried on each page. */
let isSaidFull = false;

/** Of a product in both carts the larger quantity stays. What the shop does not take now is tried again on the next page. */
async function moveIn(client: QueryClient): Promise<void> {
  // Another tab may have done it.
  void useVisitorLines.persist.rehydrate();
  const { lines } = useVisitorLines.getState();
  if (lines.length === 0) return;
  try {
    const own = (await call('readCart', {}, { isQuiet: true })).lines;
    const larger = lines.filter(
      (line) => !own.some((one) => one.goods_id === line.goods_id && one.quantity >= line.quantity),
    );
    if (isTooFull(withLines(own, larger))) {
      if (!isSaidFull) useFullCart.setState({ isUnsaid: true });
      isSaidFull = true;
      return;
    }
    const cart = larger.length === 0 ? { lines: own } : await sendLines(larger, true);
    await client.cancelQueries({ queryKey: KEY });
    client.setQueryData(KEY, cart);
  } catch (error) {
    // None of these products is for the buyer, now or on the next page.
    if (!isRefusal(error, 'notFound')) return;
  }
  useVisitorLines.setState({ lines: [] });
}
