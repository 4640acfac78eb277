import { formatAddress, fromBase58, parseTxHash, recordOf } from '@portside/chain';
import type { Data, Input, Network } from '@portside/contract';
import { formatUnits, type Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  broadcastOnTron,
  hexOf,
  outside,
  requireTron,
  tryOnTron,
  type TronPorts,
} from '../../platform/tron-relay.ts';
import { isOurCall, mayUseContracts } from './is-our-call.ts';

/**
 * TRON access for operators' wallets: they sign, but provide no node, so the shop uses its own. Restricted to calls of
 * the shop's own factories and to deployments of its published contracts.
 */
export const operatorTronRoutes = (ports: TronPorts) => ({
  async readOperatorTron(ctx: Ctx, { query }: Input<'readOperatorTron'>): Promise<Data<'readOperatorTron'>> {
    const { type, tron } = open(ctx, query.type, ports);
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
    const { type, tron } = open(ctx, body.type, ports);
    const owner = readAddress(body.wallet_address);
    const contract = body.contract_address === undefined ? null : readAddress(body.contract_address);
    const data = hexOf(body.data);
    const isOurs = await isOurCall(ctx, type, { to: contract, data });
    if (!isOurs) refuse('invalidFormat', 'another contract');
    const { trial, answer } = await tryOnTron(tron, { owner, contract, data });
    // The answer of a deployment is the contract's whole code, which no caller needs.
    return { ...trial, answer: contract === null ? '0x' : answer };
  },

  async sendOperatorTransaction(
    ctx: Ctx,
    { body }: Input<'sendOperatorTransaction'>,
  ): Promise<Data<'sendOperatorTransaction'>> {
    const { type, tron } = open(ctx, body.type, ports);
    return broadcastOnTron(tron, type, body, (call) => isOurCall(ctx, type, call));
  },

  async readOperatorTransaction(
    ctx: Ctx,
    { params, query }: Input<'readOperatorTransaction'>,
  ): Promise<Data<'readOperatorTransaction'>> {
    const { type, tron } = open(ctx, query.type, ports);
    const hash = parseTxHash(params.tx_hash);
    const read = Promise.all([tron.http.readResult(hash), tron.http.readContract(hash)]);
    const [result, contract] = await outside('reading a transaction', read);
    return { state: result ?? 'waiting', contract_address: contract && formatAddress(type, contract) };
  },
});

function open({ actor }: Ctx, type: Network, ports: TronPorts) {
  if (!mayUseContracts(actor)) refuse('noPermission', 'the node for wallets');
  return { type, tron: requireTron(type, ports) };
}

function readAddress(text: string): Hex {
  try {
    return fromBase58(text);
  } catch (error) {
    return refuse('invalidFormat', (error as Error).message);
  }
}
