import { familyOf, formatTxHash, type ChainNode, type Network } from '@portside/chain';
import type { TronHttp } from '@portside/chain/tron/http';
import { readContractCall, type TronContractCall } from '@portside/chain/tron/transaction';
import type { Hex } from 'viem';
import { OutsideFailure, refuse } from './refusal.ts';

/** TRON wallets sign, but provide no node, so the shop lends its own; callers limit it to contracts of the shop. */
export type TronAccess = { readonly node: ChainNode; readonly http: TronHttp };

/** Of a network; null if its HTTP API is not configured. */
export type FindTron = (network: Network) => TronAccess | null;

/** Refuses another family's network (notFound), and one without a configured node (walletsOff). */
export function requireTron(network: Network, findTron: FindTron): TronAccess {
  if (familyOf(network) !== 'tron') refuse('notFound', 'not on TRON');
  return findTron(network) ?? refuse('walletsOff');
}

/** The answer of a node; a failure to answer is thrown as OutsideFailure, which names what was asked. */
export async function outside<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new OutsideFailure(what, error);
  }
}

/** Hex that a caller sent with or without 0x, in lower case. */
export const hexOf = (text: string): Hex => `0x${text.replace(/^0x/, '').toLowerCase()}`;

/** What the call would do now and the block that a transaction of it refers to. Throws OutsideFailure. */
export async function tryOnTron({ http }: TronAccess, call: Parameters<TronHttp['simulateCall']>[0]) {
  const [{ energy, isRefused, answer }, block] = await outside(
    'simulating a call',
    Promise.all([http.simulateCall(call), http.readBlock()]),
  );
  const { number, timestamp } = block.block_header.raw_data;
  return {
    trial: { is_refused: isRefused, energy, block: { id: block.blockID, number, timestamp_ms: timestamp } },
    answer,
  };
}

/**
 * Broadcasts a signed transaction. Refuses one that is no single contract call or deployment, or not one of the shop's
 * (invalidFormat), and one that the network does not take (transactionRefused). Throws OutsideFailure.
 */
export async function broadcastOnTron(
  { http }: TronAccess,
  network: Network,
  signed: { readonly raw_data_hex: string; readonly signature: string },
  isOurs: (call: TronContractCall) => boolean | Promise<boolean>,
): Promise<{ tx_hash: string }> {
  const rawData = hexOf(signed.raw_data_hex);
  // The network validates everything else; this only keeps the endpoint from relaying arbitrary transactions.
  const call = readContractCall(rawData);
  if (call === null || !(await isOurs(call))) refuse('invalidFormat', 'another contract');
  const { hash, refusal } = await outside(
    'broadcasting',
    http.broadcast({ rawData, signature: hexOf(signed.signature) }),
  );
  if (refusal !== null) refuse('transactionRefused', refusal);
  return { tx_hash: formatTxHash(network, hash) };
}
