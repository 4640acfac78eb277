import { pinnedToken } from '@portside/chain';
import type { PaymentMethodRow } from './payment-methods.sql.ts';

type Token = Pick<PaymentMethodRow, 'type' | 'chain_id' | 'contract_address'>;

/** Whether the token is Tether's own wherever code can vouch for it: a changed row must not take money. */
export function isTokenTrusted({ type, chain_id, contract_address }: Token): boolean {
  const pinned = pinnedToken(type, Number(chain_id));
  return pinned === null || pinned === contract_address;
}

/** Switched on, and with the right token. */
export const isUsable = (method: PaymentMethodRow): boolean => method.enabled && isTokenTrusted(method);
