import { parseTxHash, recordOf, toMicro, type ChainNode } from '@portside/chain';
import { formatMicro, type Data, type Input } from '@portside/contract';
import type { Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { OutsideFailure, refuse } from '../../platform/refusal.ts';
import {
  broadcastOnTron,
  hexOf,
  outside,
  requireTron,
  tryOnTron,
  type FindTron,
} from '../../platform/tron-relay.ts';
import { getPayableRecharge } from './own-recharges.ts';
import { parseAddressField } from '../wallets/index.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** Cap for displayed amounts: more than any real one, and within the contract's limit. */
const MAX_SHOWN_MICRO = 9_999_999_999_999_999_999n;
const BALANCE_OF = '0x70a08231';
const ALLOWANCE = '0xdd62ed3e';

/**
 * TRON access for browser wallets: they sign, but provide no node, so the shop uses its own. Restricted to the
 * token and the checkout of the caller's own top-up; nothing here credits a payment.
 */
export const tronWalletRoutes = (findTron: FindTron) => ({
  async readTronWallet(
    ctx: Ctx,
    { params, query }: Input<'readTronWallet'>,
  ): Promise<Data<'readTronWallet'>> {
    const { tron, recharge, network } = await open(ctx, findTron, params.order_id);
    const { token: usdtRecord, coin } = recordOf(network);
    const { contract_address: token, checkout_address: checkout } = recharge;
    const owner = word(parseAddressField(network, query.wallet_address, 'wallet_address'));
    const view = (data: string) => callNode(tron.node, 'eth_call', [{ to: token, data }, 'latest']);
    const [usdt, trx, allowance] = await Promise.all([
      view(BALANCE_OF + owner),
      callNode(tron.node, 'eth_getBalance', [`0x${owner.slice(24)}`, 'latest']),
      checkout === null ? '0x0' : view(ALLOWANCE + owner + word(checkout)),
    ]);
    return {
      usdt: show(usdt, usdtRecord.decimals),
      trx: show(trx, coin.decimals),
      allowance: show(allowance, usdtRecord.decimals),
    };
  },

  async readTronChain(ctx: Ctx, { params }: Input<'readTronChain'>): Promise<Data<'readTronChain'>> {
    const { tron, recharge } = await open(ctx, findTron, params.order_id);
    const { checkout_address: checkout } = recharge;
    const [code, price] = await Promise.all([
      checkout === null ? null : callNode(tron.node, 'eth_getCode', [checkout, 'latest']),
      outside('the price of energy', tron.http.readSunPerEnergy()),
    ]);
    return { checkout_code: code && code.toLowerCase(), sun_per_energy: price };
  },

  async tryTronCall(ctx: Ctx, { params, body }: Input<'tryTronCall'>): Promise<Data<'tryTronCall'>> {
    const { tron, recharge, network } = await open(ctx, findTron, params.order_id);
    const owner = parseAddressField(network, body.wallet_address, 'wallet_address');
    const contract = parseAddressField(network, body.contract_address, 'contract_address');
    if (!contractsOf(recharge).includes(contract)) refuse('invalidFormat', 'another contract');
    return (await tryOnTron(tron, { owner, contract, data: hexOf(body.data) })).trial;
  },

  async sendTronTransaction(
    ctx: Ctx,
    { params, body }: Input<'sendTronTransaction'>,
  ): Promise<Data<'sendTronTransaction'>> {
    const { tron, recharge, network } = await open(ctx, findTron, params.order_id);
    return broadcastOnTron(
      tron,
      network,
      body,
      ({ to }) => to !== null && contractsOf(recharge).includes(to),
    );
  },

  async readTronTransaction(
    ctx: Ctx,
    { params }: Input<'readTronTransaction'>,
  ): Promise<Data<'readTronTransaction'>> {
    const { tron } = await open(ctx, findTron, params.order_id);
    const result = await outside('reading a transaction', tron.http.readResult(parseTxHash(params.tx_hash)));
    return { state: result ?? 'waiting' };
  },
});

async function open(ctx: Ctx, findTron: FindTron, orderId: string) {
  const recharge = await getPayableRecharge(ctx, orderId);
  const { network } = recharge;
  return { recharge, network, tron: requireTron(network, findTron) };
}

const contractsOf = ({ contract_address, checkout_address }: RechargeRow): Hex[] =>
  checkout_address === null ? [contract_address] : [contract_address, checkout_address];

const callNode = (node: ChainNode, method: string, params: readonly unknown[]): Promise<string> =>
  outside(method, node.request(method, params)).then((answer) => {
    if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]*$/.test(answer)) {
      throw new OutsideFailure(method, new Error('no hex'));
    }
    return answer;
  });

const word = (address: Hex): string => address.slice(2).padStart(64, '0');

/** A hex quantity as a decimal with six places, rounded down. */
function show(hex: string, decimals: number): string {
  const value = toMicro(BigInt(hex === '0x' ? '0x0' : hex), decimals);
  return formatMicro(value < MAX_SHOWN_MICRO ? value : MAX_SHOWN_MICRO);
}
