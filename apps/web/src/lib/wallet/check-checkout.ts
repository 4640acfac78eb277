import { checkoutCode } from '@portside/checkout/checkout-code';
import type { Payment } from './payment.ts';
import { WalletFailure } from './problems.ts';
import type { Wallet } from './wallet.ts';

/**
 * Must pass before any allowance: the code at the checkout's address equals, byte for byte, the published contract
 * with our token and treasury. Fails with wrongCheckout.
 */
export async function checkCheckout(wallet: Pick<Wallet, 'checkoutCode'>, payment: Payment): Promise<void> {
  const expected = checkoutCode(payment.token, payment.treasury);
  if ((await wallet.checkoutCode()) !== expected) throw new WalletFailure('wrongCheckout');
}
