import { create2PrefixOf } from '@portside/chain';
import {
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  type DepositFactory,
} from '@portside/checkout';
import type { CodeState } from '@portside/contract';
import type { NewMethod } from './payment-methods.sql.ts';
import { proveCode, type NodeQuorum } from './prove-code.ts';

/** The factory of a method, and the treasury that its addresses pay to. */
type FactoryPlace = Pick<NewMethod, 'type' | 'chain_id' | 'wallet_address' | 'factory_address'>;

/** The factory of a method, whether or not it is used; null where there is none. */
export function factoryOf(method: FactoryPlace): DepositFactory | null {
  const { type, chain_id, wallet_address: treasury, factory_address: factory } = method;
  return factory && { prefix: create2PrefixOf(type, Number(chain_id)), factory, treasury };
}

/**
 * Whether every node that answers, and at least the quorum, has the published factory at the method's address, with its
 * wallet as the treasury, and the code that the factory's addresses run.
 */
export async function proveFactory(asked: NodeQuorum, method: FactoryPlace): Promise<CodeState> {
  const factory = factoryOf(method);
  if (!factory) return 'none';
  const chainId = Number(method.chain_id);
  const made = await proveCode(asked, { chainId, address: factory.factory }, depositFactoryCode(factory));
  if (made !== 'proven') return made;
  const code = depositAddressCode(factory.treasury);
  const behind = await proveCode(asked, { chainId, address: implementationOf(factory) }, code);
  return behind === 'none' ? 'other' : behind;
}

/**
 * As `proveFactory`. False where too few nodes answer: what buyers pay to addresses of another contract is lost, and a
 * method without own addresses can be set at any time.
 */
export const isFactoryProven = async (asked: NodeQuorum, method: NewMethod): Promise<boolean> =>
  (await proveFactory(asked, method)) === 'proven';
