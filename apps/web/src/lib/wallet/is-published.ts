import {
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  type DepositFactory,
} from '@portside/checkout/deposit-code';
import type { Hex } from './payment.ts';

/**
 * Whether the code at a factory is, byte for byte, the published one with its treasury, and so is what its addresses
 * run. `codeAt` reads from a node, in lower case.
 */
export async function isPublished(
  codeAt: (address: Hex) => Promise<string>,
  factory: DepositFactory,
): Promise<boolean> {
  const [made, behind] = await Promise.all([codeAt(factory.factory), codeAt(implementationOf(factory))]);
  return made === depositFactoryCode(factory) && behind === depositAddressCode(factory.treasury);
}
