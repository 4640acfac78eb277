import type { DepositFactory } from '@portside/checkout/deposit-code';
import { isPublished } from '../is-published.ts';
import { WalletFailure } from '../problems.ts';
import type { OperatorAccount } from '../wallet.ts';

/**
 * Before anything is sent to a factory, where the wallet brings a node of its own: it is the published one with this
 * treasury. Fails with wrongCheckout. Wallets of TRON and the sandbox's have only the shop's nodes, which call nothing but
 * the shop's factories.
 */
export async function checkFactory(
  { codeAt }: Pick<OperatorAccount, 'codeAt'>,
  factory: DepositFactory,
): Promise<void> {
  if (codeAt !== null && !(await isPublished(codeAt, factory))) throw new WalletFailure('wrongCheckout');
}
