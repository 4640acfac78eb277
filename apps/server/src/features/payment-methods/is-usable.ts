import { pinnedToken } from '@portside/chain';
import type { PaymentMethodRow } from './payment-methods.sql.ts';

type Token = Pick<PaymentMethodRow, 'type' | 'chain_id' | 'contract_address'>;

/** Whether the token is the pinned one of its chain, or the chain has none. Protects against a manipulated row. */
export function isTokenTrusted({ type, chain_id, contract_address }: Token): boolean {
  const pinned = pinnedToken(type, Number(chain_id));
  return pinned === null || pinned === contract_address;
}

/** Whether the method is enabled and its token trusted. */
export const isUsable = (method: PaymentMethodRow): boolean => method.enabled && isTokenTrusted(method);
