import type { KeptPaymentMethod, PaymentMode } from '@portside/contract';

/** The form's fields; addresses as they are written. */
export type MethodValues = {
  wallet: string;
  mode: PaymentMode;
  factory: string;
  contract: string;
  checkout: string;
  chain: string;
  reason: string;
};

/** The form's fields for the fields of the call. */
export const PLACES = {
  wallet_address: 'wallet',
  factory_address: 'factory',
  contract_address: 'contract',
  checkout_address: 'checkout',
  chain_id: 'chain',
} as const;

export const toFormValues = (method: KeptPaymentMethod | undefined): MethodValues => ({
  wallet: method?.wallet_address ?? '',
  mode: method?.mode ?? 'own_addresses',
  factory: method?.factory_address ?? '',
  contract: method?.contract_address ?? '',
  checkout: method?.checkout_address ?? '',
  chain: method?.chain_id.toString() ?? '',
  reason: '',
});

/** As the calls take it: empty fields are left out, and so is the factory where it makes no addresses. */
export const toRequestBody = ({
  wallet,
  mode,
  factory,
  contract,
  checkout,
  chain,
  reason,
}: MethodValues) => ({
  wallet_address: wallet.trim(),
  mode,
  ...(mode === 'own_addresses' && factory.trim() && { factory_address: factory.trim() }),
  ...(contract.trim() && { contract_address: contract.trim() }),
  ...(checkout.trim() && { checkout_address: checkout.trim() }),
  ...(chain.trim() && { chain_id: Number(chain) }),
  ...(reason.trim() && { reason: reason.trim() }),
});

/** Whether the wallet changes but a contract of the present one stays: it pays to its own wallet only. */
export function isForeign(
  name: 'checkout' | 'factory',
  values: MethodValues,
  method: KeptPaymentMethod | undefined,
): boolean {
  const kept = method?.[`${name}_address`];
  return !!kept && values[name].trim() === kept && values.wallet.trim() !== method?.wallet_address;
}

/** Whether another factory would make the addresses, so that every buyer gets a new one. */
export function hasNewFactory({ factory }: MethodValues, method: KeptPaymentMethod | undefined): boolean {
  const former = method?.factory_address;
  return !!former && factory.trim() !== '' && factory.trim() !== former;
}
