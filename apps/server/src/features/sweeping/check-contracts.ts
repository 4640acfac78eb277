import { formatAddress, parseAddressOrNull, pinnedToken, recordOf } from '@portside/chain';
import { checkoutCode } from '@portside/checkout';
import type { CodeState, Data, Input, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { findNewestMethod, proveCode, proveFactory, type ChainFacts } from '../payment-methods/index.ts';

/**
 * Compares what stands at a checkout's and a factory's address with the published code for that wallet, on the chain that
 * the shop follows unless another is named. Refuses what is no address (invalidFormat).
 */
export async function checkContracts(
  ctx: Ctx,
  chains: Pick<ChainFacts, 'nodesOf' | 'quorumOf'>,
  { query }: Input<'checkContracts'>,
): Promise<Data<'checkContracts'>> {
  requireAction(ctx.actor, 'paymentMethod.read');
  const { type } = query;
  const read = (field: string, text: string | undefined) =>
    text === undefined ? null : parseField(type, field, text);
  const newest = await findNewestMethod(ctx, type);
  const chainId = query.chain_id ?? (newest ? Number(newest.chain_id) : recordOf(type).mainChainId);
  const known = newest && Number(newest.chain_id) === chainId ? newest.contract_address : null;
  const token = read('contract_address', query.contract_address) ?? pinnedToken(type, chainId) ?? known;
  const wallet = parseField(type, 'wallet_address', query.wallet_address);
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

const parseField = (network: Network, field: string, text: string): Hex =>
  parseAddressOrNull(network, text) ?? refuseField('invalidFormat', field, 'wrong');
