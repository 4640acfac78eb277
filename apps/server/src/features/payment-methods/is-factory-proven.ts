import { create2PrefixOf, readCodes, type ChainNode } from '@portside/chain';
import {
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  type DepositFactory,
} from '@portside/checkout';
import type { Hex } from 'viem';
import type { NewMethod } from './payment-methods.sql.ts';

/** The factory of a method, whether or not it is used; null where there is none. */
export function factoryOf(method: NewMethod): DepositFactory | null {
  const { type, chain_id, wallet_address: treasury, factory_address: factory } = method;
  return factory && { prefix: create2PrefixOf(type, Number(chain_id)), factory, treasury };
}

/**
 * Whether every node that answers has the published factory at the method's address, with its wallet as the treasury,
 * and the code that the factory's addresses run. False where none answers: what buyers pay to addresses of another
 * contract is lost, and a method without own addresses can be set at any time.
 */
export async function isFactoryProven(nodes: readonly ChainNode[], method: NewMethod): Promise<boolean> {
  const factory = factoryOf(method);
  if (!factory) return false;
  const isAll = async (address: Hex, expected: Hex): Promise<boolean> => {
    const codes = await readCodes(nodes, Number(method.chain_id), address);
    return codes.length > 0 && codes.every((code) => code === expected);
  };
  return (
    (await isAll(factory.factory, depositFactoryCode(factory))) &&
    (await isAll(implementationOf(factory), depositAddressCode(factory.treasury)))
  );
}
