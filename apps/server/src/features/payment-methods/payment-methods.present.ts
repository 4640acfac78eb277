import { chainNameOf, formatAddress } from '@portside/chain';
import type { KeptPaymentMethod, PaymentMethod } from '@portside/contract';
import { isTokenTrusted } from './is-usable.ts';
import type { TreasuryTerms } from './payment-method-terms.ts';
import type { NewMethod, PaymentMethodRow } from './payment-methods.sql.ts';

export function presentPaymentMethod(row: NewMethod): PaymentMethod {
  const { type, checkout_address, factory_address } = row;
  const chainId = Number(row.chain_id);
  return {
    type,
    chain_id: chainId,
    network_name: chainNameOf(type, chainId),
    contract_address: formatAddress(type, row.contract_address),
    wallet_address: formatAddress(type, row.wallet_address),
    checkout_address: checkout_address && formatAddress(type, checkout_address),
    mode: row.mode,
    factory_address: factory_address && formatAddress(type, factory_address),
  };
}

/** A method as admins see it, current or retired, that was read with its seal. */
export const presentKeptMethod = (row: PaymentMethodRow): KeptPaymentMethod => ({
  ...presentPaymentMethod(row),
  id: row.id.toString(),
  enabled: row.enabled,
  trusted: isTokenTrusted(row),
  sealed: true,
  created_at: row.created_at.toISOString(),
  retired_at: row.retired_at?.toISOString() ?? null,
});

/** The facts of a method for proposals and the audit log. */
export function factsOfMethod(method: NewMethod): TreasuryTerms {
  const { network_name: _, ...facts } = presentPaymentMethod(method);
  return facts;
}
