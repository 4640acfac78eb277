import type { Network } from '@portside/contract';

/** Facts of the deposit that a proposal shows to its approver. */
export type DepositTerms = {
  readonly deposit_id: string;
  readonly network: Network;
  readonly tx_hash: string;
  readonly sender: string;
  readonly amount: string;
};

export type AssignmentTerms = DepositTerms & {
  readonly user_id: string;
  readonly username: string;
  /** The top-up that it closes; null for the user's best candidate. Absent in older proposals. */
  readonly order_id?: string | null;
};
