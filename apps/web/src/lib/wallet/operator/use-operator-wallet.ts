import type { Network } from '@portside/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIsSandbox } from '../../stored/stored-state.ts';
import { openEvmOperator } from '../evm-wallet.ts';
import { type FoundWallet, useFoundWallets } from '../discover.ts';
import type { Hex } from '../payment.ts';
import { failureOf, type WalletProblem, WalletFailure } from '../problems.ts';
import { openTronOperator } from '../tron-wallet.ts';
import { type OperatorAccount, BLOCK_MS, poll, type Sendable } from '../wallet.ts';
import type { Signer } from './signer.ts';
import { createOperatorTronNode } from './tron-node.ts';
import { formatAddress, parseAddress } from '@portside/chain/networks/address';
import { recordOf } from '@portside/chain/networks/registry';
import { call as callServer } from '../../api/call.ts';
import { parseUnits } from '../../format/numbers.ts';
import { serverOr } from '../tron-node.ts';

type ChainRef = { readonly network: Network; readonly chainId: number };
/** The wallet of the sandbox's local chains, which needs no extension. */
type SandboxWallet = {
  readonly family: 'sandbox';
  readonly key: 'sandbox';
  readonly icon: null;
};
const SANDBOX_WALLET: SandboxWallet = { family: 'sandbox', key: 'sandbox', icon: null };
export type OperatorFound = FoundWallet | SandboxWallet;
type Found = { readonly wallets: readonly OperatorFound[]; readonly isDone: boolean };
type Opened = { readonly found: OperatorFound; readonly account: OperatorAccount };

type Connection =
  | { readonly state: 'none' | 'connecting' | 'switching' }
  | { readonly state: 'elsewhere' | 'ready'; readonly owner: Hex };

/** A wallet of this browser that an operator connects to sweep or to deploy; on the given chain only. */
export type OperatorWallet = {
  readonly found: Found;
  readonly connection: Connection;
  readonly chosen: OperatorFound | null;
  readonly problem: WalletProblem | null;
  /** Null until it is connected to the right chain. */
  readonly signer: Signer | null;
  choose(one: OperatorFound): Promise<void>;
  switchChain(): Promise<void>;
  leave(): void;
};

/** The wallets found for a network, and the chosen one. Failures are in `problem`; none of its functions throws. */
export function useOperatorWallet({ network, chainId }: ChainRef): OperatorWallet {
  const found = useFoundWallets(network);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [connection, setConnection] = useState<Connection>({ state: 'none' });
  const [problem, setProblem] = useState<WalletProblem | null>(null);

  const look = async (account: OperatorAccount, known?: Hex): Promise<void> => {
    const [owner, chain] = await Promise.all([known ?? account.currentAddress(), account.chainId()]);
    if (owner === null) return setConnection({ state: 'none' });
    setConnection({ state: chain === null || chain === chainId ? 'ready' : 'elsewhere', owner });
  };
  /** A failure is shown, not thrown. */
  const attempt = async (state: 'connecting' | 'switching', act: () => Promise<void>): Promise<void> => {
    setProblem(null);
    const before = connection;
    setConnection({ state });
    try {
      await act();
    } catch (error) {
      setProblem(failureOf(error, 'connectFailed').problem);
      setConnection(state === 'switching' ? before : { state: 'none' });
    }
  };

  const hear = useEffectEvent((account: OperatorAccount) => {
    if (connection.state === 'ready' || connection.state === 'elsewhere')
      void look(account).catch((error: unknown) => setProblem(failureOf(error, 'connectFailed').problem));
  });
  useEffect(() => opened?.account.onChange(() => hear(opened.account)), [opened]);

  const isSandbox = useIsSandbox();
  return {
    found: isSandbox ? { ...found, wallets: [...found.wallets, SANDBOX_WALLET] } : found,
    connection,
    chosen: opened?.found ?? null,
    problem,
    signer:
      opened && connection.state === 'ready'
        ? { account: opened.account, owner: connection.owner, chainId }
        : null,
    async choose(one) {
      const account = openOperator(one, { network, chainId });
      setOpened({ found: one, account });
      await attempt('connecting', async () => look(account, await account.connect()));
    },
    async switchChain() {
      if (!opened) return;
      await attempt('switching', async () => {
        await opened.account.switchChain();
        await look(opened.account);
      });
    },
    leave() {
      setOpened(null);
      setProblem(null);
      setConnection({ state: 'none' });
    },
  };
}

function openOperator(found: OperatorFound, chain: ChainRef): OperatorAccount {
  if (found.family === 'sandbox') return openSandboxAccount(chain);
  return found.family === 'evm'
    ? openEvmOperator(found.provider, chain)
    : openTronOperator(found.provider, chain, createOperatorTronNode(chain.network));
}

const POLL_EVERY_MS = 1_000;

const quiet = { isQuiet: true };

/**
 * The wallet of the sandbox's local chains in the place of an operator's own: it signs without asking, because nothing
 * of value is there. Productions have none.
 */
function openSandboxAccount(chain: { network: Network; chainId: number }): OperatorAccount {
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
