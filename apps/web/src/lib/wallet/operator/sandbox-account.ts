import { formatAddress, parseAddress } from '@portside/chain/networks/address';
import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { call as callServer } from '../../api/call.ts';
import { parseUnits } from '../../format/parse-units.ts';
import type { Hex } from '../payment.ts';
import { WalletFailure } from '../problems.ts';
import { serverOr } from '../tron-node.ts';
import { BLOCK_MS, poll, type OperatorAccount, type Sendable } from '../wallet.ts';

const POLL_EVERY_MS = 1_000;
const quiet = { isQuiet: true };

/**
 * The wallet of the sandbox's local chains in the place of an operator's own: it signs without asking, because nothing
 * of value is there. Productions have none.
 */
export function openSandboxAccount(chain: { network: Network; chainId: number }): OperatorAccount {
  const { network: type } = chain;
  const { decimals } = recordOf(type).coin;
  const read = (problem: 'connectFailed' | 'balanceFailed') =>
    serverOr(problem, () => callServer('readSandboxOperator', { query: { type } }, quiet));
  const owner = async (): Promise<Hex> => parseAddress(type, (await read('connectFailed')).wallet_address);
  const bodyOf = ({ to, data }: Sendable) => ({
    type,
    ...(to !== null && { contract_address: formatAddress(type, to) }),
    data,
  });
  const tryCall = async (call: Sendable) => {
    const trial = await serverOr('contractFailed', () =>
      callServer('trySandboxCall', { body: bodyOf(call) }, quiet),
    );
    if (trial.is_refused) throw new WalletFailure('contractFailed');
    return trial;
  };
  const readTransaction = (hash: string) => {
    const request = { params: { tx_hash: hash }, query: { type } };
    return serverOr('paymentFailed', () => callServer('readSandboxTransaction', request, quiet));
  };
  return {
    network: type,
    connect: owner,
    currentAddress: owner,
    chainId: async () => chain.chainId,
    switchChain: async () => undefined,
    coinOf: async () => parseUnits((await read('balanceFailed')).coin, decimals),
    feeOf: async (_, call) => parseUnits((await tryCall(call)).fee, decimals),
    tryCall: async (_, call) => (await tryCall(call)).answer as Hex,
    codeAt: null,
    async send(_, call) {
      const send = () => callServer('sendSandboxCall', { body: bodyOf(call) }, quiet);
      return (await serverOr('paymentFailed', send)).tx_hash;
    },
    async settled(hash, late) {
      const look = async () => {
        const { state } = await readTransaction(hash);
        return state === 'waiting' ? null : state;
      };
      const state = await poll(look, { everyMs: POLL_EVERY_MS, forMs: BLOCK_MS });
      if (state === null) throw new WalletFailure(late);
      if (state === 'failed') throw new WalletFailure('contractFailed');
    },
    async deployedBy(hash) {
      const { contract_address: made } = await readTransaction(hash);
      if (made === null) throw new WalletFailure('addressMissing');
      return parseAddress(type, made);
    },
    onChange: () => () => undefined,
  };
}
