import { familyOf, recordOf, type Family } from '@portside/chain/networks/registry';
import { toUnits } from '@portside/chain/token/units';
import { parseMicro } from '@portside/contract/wire/money';
import type { PayableRecharge } from '../../../lib/payable-recharge.ts';

type Payment = Pick<
  PayableRecharge,
  'type' | 'chain_id' | 'contract_address' | 'wallet_address' | 'pay_amount'
>;

/** EIP-681: contract, chain, receiver, and the amount in the token's own units. */
function ethereumUri(payment: Payment): string {
  const { contract_address: token, chain_id: chainId, wallet_address: wallet, pay_amount: amount } = payment;
  const units = toUnits(parseMicro(amount), recordOf(payment.type).token.decimals);
  return `ethereum:${token}@${chainId}/transfer?address=${wallet}&uint256=${units}`;
}

const URIS: Record<Family, (payment: Payment) => string | null> = {
  evm: ethereumUri,
  // No such link is agreed on.
  tron: () => null,
};

/** A link that fills a wallet in, or null on a network where there is none. */
export const paymentUri = (payment: Payment): string | null => URIS[familyOf(payment.type)](payment);
