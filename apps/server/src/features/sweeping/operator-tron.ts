import { formatAddress, fromBase58, parseTxHash, recordOf } from '@portside/chain';
import { checkoutBytecode, depositFactoryBytecode } from '@portside/checkout';
import type { Data, Input, Network } from '@portside/contract';
import { formatUnits, type Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  broadcastOnTron,
  contractMark,
  hexOf,
  outside,
  requireTron,
  tryOnTron,
  type TronPorts,
} from '../../platform/tron-relay.ts';
import { listAllFactories } from './list-sweepable.ts';

/** The code of the contracts that operators deploy; the constructor's arguments follow it. */
const DEPLOYED: readonly Hex[] = [depositFactoryBytecode, checkoutBytecode];

/**
 * TRON access for operators' wallets: they sign, but provide no node, so the shop uses its own. Restricted to calls of the
 * shop's own factories and to deployments of its published contracts.
 */
export const operatorTronRoutes = (ports: TronPorts) => ({
  async readOperatorTron(_ctx: Ctx, { query }: Input<'readOperatorTron'>): Promise<Data<'readOperatorTron'>> {
    const { type, tron } = open(query.type, ports);
    const owner = readAddress(query.wallet_address);
    const [balance, price] = await Promise.all([
      outside('reading a balance', tron.node.request('eth_getBalance', [owner, 'latest'])),
      outside('the price of energy', tron.http.readSunPerEnergy()),
    ]);
    return {
      coin: formatUnits(BigInt(String(balance)), recordOf(type).coin.decimals),
      sun_per_energy: price,
    };
  },

  async tryOperatorCall(ctx: Ctx, { body }: Input<'tryOperatorCall'>): Promise<Data<'tryOperatorCall'>> {
    const { type, tron } = open(body.type, ports);
    const owner = readAddress(body.wallet_address);
    const contract = body.contract_address === undefined ? null : readAddress(body.contract_address);
    const data = hexOf(body.data);
    const isOurs =
      contract === null
        ? DEPLOYED.some((code) => data.startsWith(code))
        : (await listContracts(ctx, type)).includes(contract);
    if (!isOurs) refuse('invalidFormat', 'another contract');
    const { trial, answer } = await tryOnTron(tron, { owner, contract, data });
    // What a deployment answers is its code, which nobody asks for.
    return { ...trial, answer: contract === null ? '0x' : answer };
  },

  async sendOperatorTransaction(
    ctx: Ctx,
    { body }: Input<'sendOperatorTransaction'>,
  ): Promise<Data<'sendOperatorTransaction'>> {
    const { type, tron } = open(body.type, ports);
    const marks = (await listContracts(ctx, type)).map(contractMark);
    return broadcastOnTron(tron, type, body, [...marks, ...DEPLOYED.map((code) => code.slice(2))]);
  },

  async readOperatorTransaction(
    _ctx: Ctx,
    { params, query }: Input<'readOperatorTransaction'>,
  ): Promise<Data<'readOperatorTransaction'>> {
    const { type, tron } = open(query.type, ports);
    const hash = parseTxHash(params.tx_hash);
    const read = Promise.all([tron.http.readResult(hash), tron.http.readContract(hash)]);
    const [result, contract] = await outside('reading a transaction', read);
    return { state: result ?? 'waiting', contract_address: contract && formatAddress(type, contract) };
  },
});

const open = (type: Network, ports: TronPorts) => ({ type, tron: requireTron(type, ports) });

const listContracts = async (ctx: Ctx, type: Network): Promise<Hex[]> =>
  (await listAllFactories(ctx, type)).map(({ factory }) => factory.factory);

function readAddress(text: string): Hex {
  try {
    return fromBase58(text);
  } catch (error) {
    return refuse('invalidFormat', (error as Error).message);
  }
}
