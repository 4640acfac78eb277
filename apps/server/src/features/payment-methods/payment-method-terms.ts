import type { Network, PaymentMode } from '@portside/contract';

/** A payment method in a proposal; addresses in the network's format. */
export type TreasuryTerms = {
  readonly type: Network;
  readonly chain_id: number;
  readonly contract_address: string;
  readonly wallet_address: string;
  readonly checkout_address: string | null;
  readonly mode: PaymentMode;
  readonly factory_address: string | null;
};

/** With the former values, so that the approver sees both; null where there was no method. */
export type TreasuryChange = TreasuryTerms & {
  readonly [Name in `former_${Exclude<keyof TreasuryTerms, 'type'>}`]: string | number | null;
} & {
  /** Whether a node confirmed that the checkout contract pays to this wallet. */
  readonly checkout_proven: boolean;
  /** An address of the shop, present or former, that the new one resembles; null if there is none. */
  readonly wallet_looks_like: string | null;
  readonly checkout_looks_like: string | null;
  readonly factory_looks_like: string | null;
};

export type TopUpsTerms = {
  readonly type: Network;
  readonly method_id: string;
  readonly chain_id: number;
  readonly wallet_address: string;
};
