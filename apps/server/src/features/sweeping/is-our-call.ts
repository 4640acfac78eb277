import { checkoutBytecode, depositFactoryBytecode } from '@portside/checkout';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { holdsAction, type Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { listAllFactories } from './list-sweepable.ts';

/** The code of the contracts that operators deploy; the constructor's arguments follow it. */
const DEPLOYED: readonly Hex[] = [depositFactoryBytecode, checkoutBytecode];

/** Of the payment method's form, which deploys, and of the sweeps. */
const ACTIONS = ['paymentMethod.read', 'deposit.read'];

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
