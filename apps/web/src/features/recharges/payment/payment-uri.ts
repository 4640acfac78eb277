import type { Recharge } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

type Payment = Pick<Recharge, 'type' | 'chain_id' | 'contract_address' | 'wallet_address' | 'pay_amount'>;

/**
 * A link that fills a wallet in (EIP-681: contract, chain, receiver, amount in micro-USDT), or null on TRON,
 * where no such link is agreed on.
 */
export function paymentUri(payment: Payment): string | null {
  if (payment.type === 'TRON') return null;
  const { contract_address: token, chain_id: chainId, wallet_address: wallet, pay_amount: amount } = payment;
  return `ethereum:${token}@${chainId}/transfer?address=${wallet}&uint256=${parseMicro(amount)}`;
}
