import {
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  type DepositFactory,
} from '@portside/checkout/deposit-code';
import { WalletFailure } from '../problems.ts';
import type { OperatorAccount } from '../wallet.ts';

/**
 * Before anything is sent to a factory, where the wallet brings a node of its own: the code there is, byte for byte, the
 * published one with this treasury, and so is what its addresses run. Fails with wrongCheckout. Wallets of TRON and the
 * sandbox's have only the shop's nodes, which call nothing but the shop's factories.
 */
export async function checkFactory(
  { codeAt }: Pick<OperatorAccount, 'codeAt'>,
  factory: DepositFactory,
): Promise<void> {
  if (codeAt === null) return;
  const [made, behind] = await Promise.all([codeAt(factory.factory), codeAt(implementationOf(factory))]);
  if (made !== depositFactoryCode(factory) || behind !== depositAddressCode(factory.treasury))
    throw new WalletFailure('wrongCheckout');
}
