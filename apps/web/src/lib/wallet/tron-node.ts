import { fromBase58, toBase58 } from '@portside/chain/tron/address';
import type { TronBlock } from '@portside/chain/tron/transaction';
import { parseMicro } from '@portside/contract/wire/money';
import { call as callServer } from '../api/call.ts';
import type { Hex } from './payment.ts';
import { WalletFailure, type WalletProblem } from './problems.ts';
import type { Holdings, Sendable } from './wallet.ts';

/** A trial run of a call: what it takes, and the block that a transaction refers to. */
export type Trial = { readonly energy: number; readonly block: TronBlock };

export type SignedTron = { readonly raw_data_hex: string; readonly signature: readonly string[] };

/** The TRON calls that one top-up needs, through the shop: TRON wallets provide no node. */
export type TronNode = {
  holdings(owner: Hex): Promise<Holdings>;
  checkoutCode(): Promise<Hex>;
  sunPerEnergy(): Promise<number>;
  /** Fails (contractFailed) where the call would. */
  tryCall(owner: Hex, call: Sendable): Promise<Trial>;
  broadcast(signed: SignedTron): Promise<string>;
  /** Null while it is in no block. */
  result(hash: string): Promise<'done' | 'failed' | null>;
};

/** `token` is a ticket's, for pages without a signed-in buyer. */
export function createTronNode(orderId: string, token?: string): TronNode {
  const params = { order_id: orderId };
  const options = { isQuiet: true, ...(token !== undefined && { token }) };
  const readWallet = async (owner: Hex) => {
    const query = { wallet_address: toBase58(owner) };
    try {
      return await callServer('readTronWallet', { params, query }, options);
    } catch (error) {
      throw new WalletFailure('balanceFailed', error);
    }
  };
  const readChain = async () => {
    try {
      return await callServer('readTronChain', { params }, options);
    } catch (error) {
      throw new WalletFailure('allowanceCheckFailed', error);
    }
  };
  return {
    async holdings(owner) {
      const wallet = await readWallet(owner);
      return {
        usdtMicro: parseMicro(wallet.usdt),
        coin: parseMicro(wallet.trx),
        allowanceMicro: parseMicro(wallet.allowance),
      };
    },
    checkoutCode: async () => (await readChain()).checkout_code as Hex,
    sunPerEnergy: async () => (await readChain()).sun_per_energy,
    async tryCall(owner, { to, data }) {
      // A payment deploys nothing.
      if (to === null) throw new WalletFailure('contractFailed');
      const body = {
        wallet_address: toBase58(owner),
        contract_address: toBase58(to),
        data,
      };
      const {
        energy,
        is_refused: isRefused,
        block,
      } = await serverOr('contractFailed', () => callServer('tryTronCall', { params, body }, options));
      if (isRefused) throw new WalletFailure('contractFailed');
      const { id, number, timestamp_ms: timestamp } = block;
      return { energy, block: { blockID: id, block_header: { raw_data: { number, timestamp } } } };
    },
    async broadcast({ raw_data_hex, signature }) {
      const body = { raw_data_hex, signature: signature[0] ?? '' };
      const { tx_hash: hash } = await serverOr('paymentFailed', () =>
        callServer('sendTronTransaction', { params, body }, options),
      );
      return hash;
    },
    async result(hash) {
      const { state } = await serverOr('paymentFailed', () =>
        callServer('readTronTransaction', { params: { ...params, tx_hash: hash } }, options),
      );
      return state === 'waiting' ? null : state;
    },
  };
}

/** Calls the server; its failure becomes the wallet's. */
export async function serverOr<T>(problem: WalletProblem, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new WalletFailure(problem, error);
  }
}

/** A base58 address of a wallet as 20 bytes. */
export function readTronAddress(text: unknown): Hex {
  try {
    return fromBase58(String(text));
  } catch (error) {
    throw new WalletFailure('addressMissing', error);
  }
}
