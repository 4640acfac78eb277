import { checkAddress } from './check-address.ts';
import { isPublished } from './calls.ts';
import type { Payment } from './payment.ts';
import { WalletFailure } from './problems.ts';
import type { Wallet } from './wallet.ts';

/**
 * Must pass before a wallet is asked for a transfer to a buyer's own address: the address follows from the published code
 * and what the shop names, and where the wallet brings a node of its own, the factory there has that code. Fails with
 * wrongAddress.
 */
export async function checkOwnAddress({ codeAt }: Pick<Wallet, 'codeAt'>, { own }: Payment): Promise<void> {
  const factory = own && checkAddress(own).factory;
  if (!factory) throw new WalletFailure('wrongAddress');
  if (codeAt !== null && !(await isPublished(codeAt, factory))) throw new WalletFailure('wrongAddress');
}
