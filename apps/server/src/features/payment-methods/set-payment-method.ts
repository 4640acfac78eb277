import { isPrivateChain } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { activateMethod } from './activate-method.ts';
import { isTokenTrusted } from './is-usable.ts';
import type { NewMethod } from './payment-methods.sql.ts';

export type PaymentMethodInput = {
  readonly type: Network;
  readonly chainId: number;
  readonly contractAddress: Hex;
  readonly walletAddress: Hex;
  readonly checkoutAddress: Hex | null;
  /** Where the buyers' own addresses come from; absent: payments are told apart by their amounts. */
  readonly factoryAddress?: Hex;
  /** Whether every node of this network is on this machine. */
  readonly nodesOnLoopback: boolean;
};

/**
 * Activates a network's method immediately, for the system itself, which follows its own local chains. Refuses
 * users (secondPersonNeeded), another token than the pinned one, and a private chain, where anyone can mint money,
 * unless the nodes are on loopback (parameterError).
 */
export async function setPaymentMethod(ctx: Ctx, input: PaymentMethodInput): Promise<void> {
  requireAction(ctx.actor, 'paymentMethod.write');
  if (ctx.actor.kind === 'user') refuse('secondPersonNeeded');
  const method: NewMethod = {
    type: input.type,
    chain_id: BigInt(input.chainId),
    contract_address: input.contractAddress,
    wallet_address: input.walletAddress,
    checkout_address: input.checkoutAddress,
    mode: input.factoryAddress ? 'own_addresses' : 'exact_amount',
    factory_address: input.factoryAddress ?? null,
  };
  if (!isTokenTrusted(method)) refuse('parameterError', `not the USDT contract of chain ${input.chainId}`);
  if (isPrivateChain(input.type, input.chainId) && !input.nodesOnLoopback) {
    refuse('parameterError', `chain ${input.chainId} is private, its nodes must be on loopback`);
  }
  await activateMethod(ctx, method);
}
