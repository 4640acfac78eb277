import { formatAddress, parseTxHash, recordOf, pinnedToken } from '@portside/chain';
import type { Data, Input, Network, CodeState } from '@portside/contract';
import { formatUnits, type Hex } from 'viem';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  broadcastOnTron,
  hexOf,
  outside,
  requireTron,
  tryOnTron,
  type FindTron,
} from '../../platform/tron-relay.ts';
import { checkoutBytecode, depositFactoryBytecode, checkoutCode } from '@portside/checkout';
import { holdsAction, type Actor } from '../../platform/actor.ts';
import { listAllFactories } from './list-sweeps.ts';
import { parseAddressField } from '../wallets/index.ts';
import { findNewestMethod, proveCode, proveFactory, type ChainFacts } from '../payment-methods/index.ts';

/** Whether a call is what a higher feature lets operators' wallets do besides: payouts of it that are being paid. */
export type IsPayoutCall = (ctx: Ctx, type: Network, call: Call) => Promise<boolean>;

/**
 * TRON access for operators' wallets: they sign, but provide no node, so the shop uses its own. Restricted to calls of
 * the shop's own factories, to deployments of its published contracts, and to payouts.
 */
export const operatorTronRoutes = (findTron: FindTron, isPayoutCall: IsPayoutCall = async () => false) => ({
  async readOperatorTron(ctx: Ctx, { query }: Input<'readOperatorTron'>): Promise<Data<'readOperatorTron'>> {
    const { type, tron } = open(ctx, query.type, findTron);
    const owner = parseAddressField(type, query.wallet_address, 'wallet_address');
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
    const { type, tron } = open(ctx, body.type, findTron);
    const owner = parseAddressField(type, body.wallet_address, 'wallet_address');
    const contract =
      body.contract_address === undefined
        ? null
        : parseAddressField(type, body.contract_address, 'contract_address');
    const data = hexOf(body.data);
    const call = { to: contract, data };
    const isOurs = (await isOurCall(ctx, type, call)) || (await isPayoutCall(ctx, type, call));
    if (!isOurs) refuse('invalidFormat', 'another contract');
    const { trial, answer } = await tryOnTron(tron, { owner, contract, data });
    // The answer of a deployment is the contract's whole code, which no caller needs.
    return { ...trial, answer: contract === null ? '0x' : answer };
  },

  async sendOperatorTransaction(
    ctx: Ctx,
    { body }: Input<'sendOperatorTransaction'>,
  ): Promise<Data<'sendOperatorTransaction'>> {
    const { type, tron } = open(ctx, body.type, findTron);
    return broadcastOnTron(
      tron,
      type,
      body,
      async (call) => (await isOurCall(ctx, type, call)) || isPayoutCall(ctx, type, call),
    );
  },

  async readOperatorTransaction(
    ctx: Ctx,
    { params, query }: Input<'readOperatorTransaction'>,
  ): Promise<Data<'readOperatorTransaction'>> {
    const { type, tron } = open(ctx, query.type, findTron);
    const hash = parseTxHash(params.tx_hash);
    const read = Promise.all([tron.http.readResult(hash), tron.http.readContract(hash)]);
    const [result, contract] = await outside('reading a transaction', read);
    return { state: result ?? 'waiting', contract_address: contract && formatAddress(type, contract) };
  },
});

function open({ actor }: Ctx, type: Network, findTron: FindTron) {
  if (!mayUseContracts(actor)) refuse('noPermission', 'the node for wallets');
  return { type, tron: requireTron(type, findTron) };
}

/** The code of the contracts that operators deploy; the constructor's arguments follow it. */
const DEPLOYED: readonly Hex[] = [depositFactoryBytecode, checkoutBytecode];

/** Of the payment method's form, which deploys, of the sweeps, and of payouts. */
const ACTIONS = ['paymentMethod.read', 'deposit.read', 'agent.payout'];

/** Whether the caller may use a node for the shop's own contracts. */
export const mayUseContracts = (actor: Actor): boolean =>
  ACTIONS.some((action) => holdsAction(actor, action));

/** Without `to`, `data` is the code of a contract to be deployed. */
type Call = { readonly to: Hex | null; readonly data: Hex };

/** Whether it calls one of the shop's factories, or deploys one of its published contracts. */
export async function isOurCall(ctx: Ctx, type: Network, { to, data }: Call): Promise<boolean> {
  if (to === null) return DEPLOYED.some((code) => data.startsWith(code));
  return (await listAllFactories(ctx, type)).some(({ factory }) => factory.factory === to);
}

/**
 * Compares what stands at a checkout's and a factory's address with the published code for that wallet, on the chain that
 * the shop follows unless another is named. Refuses what is no address (invalidFormat).
 */
export async function checkContracts(
  ctx: Ctx,
  { query }: Input<'checkContracts'>,
  chains: Pick<ChainFacts, 'nodesOf' | 'quorumOf'>,
): Promise<Data<'checkContracts'>> {
  const { type } = query;
  const read = (field: string, text: string | undefined) =>
    text === undefined ? null : parseAddressField(type, text, field);
  const newest = await findNewestMethod(ctx, type);
  const chainId = query.chain_id ?? (newest ? Number(newest.chain_id) : recordOf(type).mainChainId);
  const known = newest && Number(newest.chain_id) === chainId ? newest.contract_address : null;
  const token = read('contract_address', query.contract_address) ?? pinnedToken(type, chainId) ?? known;
  const wallet = parseAddressField(type, query.wallet_address, 'wallet_address');
  const checkout = read('checkout_address', query.checkout_address);
  const factory = read('factory_address', query.factory_address);
  const asked = { nodes: chains.nodesOf(type), quorum: chains.quorumOf(type) };
  const method = { type, chain_id: BigInt(chainId), wallet_address: wallet, factory_address: factory };
  const [checkoutState, factoryState] = await Promise.all([
    checkout && proveCheckout(asked, { chainId, address: checkout }, token && checkoutCode(token, wallet)),
    factory && proveFactory(asked, method),
  ]);
  return {
    chain_id: chainId,
    contract_address: token && formatAddress(type, token),
    checkout: checkoutState,
    factory: factoryState,
  };
}

/** Without a known token there is no code to compare with. */
const proveCheckout = async (
  asked: Parameters<typeof proveCode>[0],
  place: { readonly chainId: number; readonly address: Hex },
  expected: Hex | null,
): Promise<CodeState> => (expected === null ? 'unknown' : proveCode(asked, place, expected));
