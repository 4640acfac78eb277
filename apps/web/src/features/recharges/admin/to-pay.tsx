import type { AdminRecharge } from '@portside/contract';
import { Money } from '../../../ui/data/money.tsx';
import { exactAmount } from '../payment/pay-amount-parts.ts';

/**
 * What a buyer was asked to pay: exactly as they type it where the last digits identify it, otherwise as any amount.
 */
export function ToPay({ recharge }: { recharge: AdminRecharge }) {
  const { pay_amount: amount, mode } = recharge;
  if (mode !== 'exact_amount') return <Money amount={amount} hasUnit={false} />;
  return <span className="figures">{exactAmount(amount)}</span>;
}
