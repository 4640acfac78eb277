import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { parseAddress } from '@portside/chain';
import { NETWORKS, parseMicro, type DeliveredAccount, type Order, type Recharge } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import type { Journal, OrderEntry, RechargeEntry } from './journal.ts';

/** One buyer of the load, with an IP address of their own, as behind a proxy. */
export type Buyer = {
  readonly userId: string;
  readonly token: string;
  readonly address: string;
  readonly random: Random;
  /** With which some of the orders are placed, and told of to an address of their own; absent: all in the session. */
  program?: { readonly key: string; readonly callbackUrl: string };
};

type Answer<T> = { readonly code: number; readonly data: T };

type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** Called when the answer says "try again". */
  readonly onBusy?: () => void;
};

const PATIENCE_MS = 15_000;
/** Pause before retrying an unanswered call. */
const PAUSE_MS = 50;

/** Null without an answer or if told to try again: the outcome is unknown. */
export async function call<T>(
  url: string,
  caller: Pick<Buyer, 'token' | 'address'>,
  request: Request,
): Promise<Answer<T> | null> {
  const answer = await tryOnce<T>(url, caller, request);
  if (answer === null) await sleep(PAUSE_MS);
  return answer;
}

async function tryOnce<T>(
  url: string,
  caller: Pick<Buyer, 'token' | 'address'>,
  { method, path, body, key, onBusy }: Request,
): Promise<Answer<T> | null> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'x-forwarded-for': caller.address,
        ...(caller.token && { authorization: `Bearer ${caller.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await answer.json()) as Answer<T>;
    if (answer.status < 500 && answer.status !== 429) return envelope;
    onBusy?.();
    return null;
  } catch {
    return null;
  }
}

const OK = 200;

const ACCOUNTS_DELETED = 300_012;

export type Asking = { readonly url: string; readonly journal: Journal };

/** Always the same of an order. One in eight: a key may make so many calls a minute. */
const isForProgram = ({ key }: OrderEntry): boolean =>
  Buffer.from(key).reduce((sum, byte) => sum + byte, 0) % 8 === 0;

/** Places the entry's order, or repeats it with the same key. */
export async function askOrder({ url, journal }: Asking, buyer: Buyer, entry: OrderEntry): Promise<void> {
  const { program } = buyer;
  const isByKey = program !== undefined && isForProgram(entry);
  const body = {
    goods_id: entry.goodsId,
    quantity: entry.quantity,
    ...(isByKey && { callback_url: program.callbackUrl }),
  };
  journal.underWay.add(entry);
  const caller = isByKey ? { token: program.key, address: buyer.address } : buyer;
  const answer = await call<Order>(url, caller, {
    method: 'POST',
    path: '/api/orders',
    body,
    key: entry.key,
    onBusy: () => journal.toldToWait.add(entry),
  });
  journal.underWay.delete(entry);
  if (answer === null) return;
  if (answer.code !== OK) journal.refuse(entry, answer.code);
  else journal.acknowledgeOrder(entry, answer.data.order_no);
}

export async function askRecharge(
  { url, journal }: Asking,
  buyer: Buyer,
  entry: RechargeEntry,
): Promise<void> {
  const { key, network: type, amount } = entry;
  const request = { method: 'POST', path: '/api/recharges', body: { type, amount }, key } as const;
  const answer = await call<Recharge>(url, buyer, request);
  if (answer === null) return;
  if (answer.code !== OK) journal.refuse(entry, answer.code);
  else {
    const { order_id: orderId, pay_amount, wallet_address } = answer.data;
    const to = parseAddress(type, wallet_address!);
    journal.acknowledgeRecharge(entry, { orderId, payAmountMicro: parseMicro(pay_amount), to });
  }
}

/** Reads the accounts, which must be exactly as many as ordered. */
export async function readAccounts(
  { url, journal }: Asking,
  buyer: Buyer,
  { orderNo, quantity }: OrderEntry,
): Promise<void> {
  const path = `/api/orders/${orderNo}/accounts`;
  const answer = await call<{ items: DeliveredAccount[] } | null>(url, buyer, { method: 'GET', path });
  if (answer === null || answer.code === ACCOUNTS_DELETED) return;
  const count = answer.data?.items.length;
  if (count !== quantity)
    journal.contradictions.push(
      `order ${orderNo} of ${quantity} reads as ${count} accounts (${answer.code})`,
    );
}

/** Pays on the local chain, sometimes a second time. */
export async function pay(chains: Devchain, journal: Journal, entry: RechargeEntry): Promise<void> {
  const { network, userId, payAmountMicro: amountMicro } = entry;
  const hash = await chains.sendUsdt(network, entry.to!, amountMicro);
  entry.isPaid = true;
  journal.transfers.push({ network, hash, userId, amountMicro, rechargeId: entry.orderId! });
}

/**
 * Makes the shop scan at once, as a buyer's page does after paying. Only a new hash triggers a scan, so it is made up:
 * a submitted hash credits nothing.
 */
export async function hint({ url, journal }: Asking, buyer: Buyer): Promise<void> {
  const mine = journal.transfers.filter((one) => one.userId === buyer.userId);
  for (const network of NETWORKS) {
    const paid = mine.findLast((one) => one.network === network);
    if (!paid) continue;
    const path = `/api/recharges/${paid.rechargeId}/transactions`;
    const body = { tx_hash: `0x${randomBytes(32).toString('hex')}` };
    await call(url, buyer, { method: 'POST', path, body });
  }
}
