import { findPublicNetwork, formatAddress } from '@portside/chain';
import type { PaymentMethod } from '@portside/contract';
import type { PaymentMethodRow } from './payment-methods.sql.ts';

const LOCAL_NAMES = { TRON: 'TRON (local)', ETH: 'Ethereum (local)' } as const;

export function presentPaymentMethod(row: PaymentMethodRow): PaymentMethod {
  const { type, checkout_address } = row;
  const chainId = Number(row.chain_id);
  return {
    type,
    chain_id: chainId,
    network_name: findPublicNetwork(type, chainId)?.name ?? LOCAL_NAMES[type],
    contract_address: formatAddress(type, row.contract_address),
    wallet_address: formatAddress(type, row.wallet_address),
    checkout_address: checkout_address && formatAddress(type, checkout_address),
  };
}
