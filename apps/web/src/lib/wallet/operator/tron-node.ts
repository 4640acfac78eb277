import { fromBase58, toBase58 } from '@portside/chain/tron/address';
import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { call as callServer } from '../../api/call.ts';
import { parseUnits } from '../../format/numbers.ts';
import type { Hex } from '../payment.ts';
import { WalletFailure } from '../problems.ts';
import { serverOr, type TronNode, type Trial } from '../tron-node.ts';
import type { Sendable } from '../wallet.ts';

/** The TRON calls that sweeping and deploying need, through the shop, which passes on nothing else. */
export type OperatorTronNode = Pick<TronNode, 'sunPerEnergy' | 'broadcast' | 'result'> & {
  coinOf(owner: Hex): Promise<bigint>;
  /** Fails (contractFailed) where the call would. */
  tryCall(owner: Hex, call: Sendable): Promise<Trial & { readonly answer: Hex }>;
  deployedBy(hash: string): Promise<Hex>;
};

const quiet = { isQuiet: true };

/** Amounts in sun. Each call fails with the WalletFailure of what was asked for; the price of energy is read once. */
export function createOperatorTronNode(network: Network): OperatorTronNode {
  const readAccount = (owner: Hex) => {
    const query = { type: network, wallet_address: toBase58(owner) };
    return serverOr('balanceFailed', () => callServer('readOperatorTron', { query }, quiet));
  };
  const readTransaction = (hash: string) => {
    const request = { params: { tx_hash: hash }, query: { type: network } };
    return serverOr('paymentFailed', () => callServer('readOperatorTransaction', request, quiet));
  };
  let price: Promise<number> | null = null;
  return {
    coinOf: async (owner) => parseUnits((await readAccount(owner)).coin, recordOf(network).coin.decimals),
    sunPerEnergy: () => (price ??= readAccount(NOBODY).then((account) => account.sun_per_energy)),
    async tryCall(owner, { to, data }) {
      const body = {
        type: network,
        wallet_address: toBase58(owner),
        ...(to && { contract_address: toBase58(to) }),
        data,
      };
      const trial = await serverOr('contractFailed', () => callServer('tryOperatorCall', { body }, quiet));
      if (trial.is_refused) throw new WalletFailure('contractFailed');
      const { id, number, timestamp_ms: timestamp } = trial.block;
      const block = { blockID: id, block_header: { raw_data: { number, timestamp } } };
      return { energy: trial.energy, block, answer: trial.answer as Hex };
    },
    async broadcast({ raw_data_hex, signature }) {
      const body = { type: network, raw_data_hex, signature: signature[0] ?? '' };
      const send = () => callServer('sendOperatorTransaction', { body }, quiet);
      return (await serverOr('paymentFailed', send)).tx_hash;
    },
    async result(hash) {
      const { state } = await readTransaction(hash);
      return state === 'waiting' ? null : state;
    },
    async deployedBy(hash) {
      const { contract_address: made } = await readTransaction(hash);
      if (made === null) throw new WalletFailure('addressMissing');
      return fromBase58(made);
    },
  };
}

/** The price of energy is the same for every wallet. */
const NOBODY: Hex = `0x${'0'.repeat(39)}1`;
