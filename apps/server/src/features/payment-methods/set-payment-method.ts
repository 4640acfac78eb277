import { isPrivateChain } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { isTokenTrusted } from './is-usable.ts';
import { findActiveMethod, insertMethod, retireMethod, type NewMethod } from './payment-methods.sql.ts';

export type PaymentMethodInput = {
  readonly type: Network;
  readonly chainId: number;
  readonly contractAddress: Hex;
  readonly walletAddress: Hex;
  readonly checkoutAddress: Hex | null;
  /** Whether every node of this network is on this machine. */
  readonly nodesOnLoopback: boolean;
};

/**
 * Makes this the network's one active method; the former is retired, and watched for 90 days.
 * Setting what is set already changes nothing. Refuses another token than the pinned one (parameterError),
 * and a private chain, where play money is made at will, unless the nodes are on loopback.
 */
export async function setPaymentMethod(ctx: Ctx, input: PaymentMethodInput): Promise<void> {
  requireAction(ctx.actor, 'paymentMethod.write');
  const method: NewMethod = {
    type: input.type,
    chain_id: BigInt(input.chainId),
    contract_address: input.contractAddress,
    wallet_address: input.walletAddress,
    checkout_address: input.checkoutAddress,
  };
  if (!isTokenTrusted(method)) refuse('parameterError', `not the USDT contract of chain ${input.chainId}`);
  if (isPrivateChain(input.type, input.chainId) && !input.nodesOnLoopback) {
    refuse('parameterError', `chain ${input.chainId} is private, its nodes must be on loopback`);
  }
  await inTransaction(ctx, async ({ db, clock }) => {
    const active = await findActiveMethod(db, input.type);
    if (active && isSame(active, method)) return;
    const now = clock.now();
    if (active) await retireMethod(db, active.id, now);
    await insertMethod(db, method, now);
  });
}

const isSame = (one: NewMethod, other: NewMethod): boolean =>
  one.chain_id === other.chain_id &&
  one.contract_address === other.contract_address &&
  one.wallet_address === other.wallet_address &&
  one.checkout_address === other.checkout_address;
