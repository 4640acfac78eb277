import type { Generated } from 'kysely';

type LedgerAccountKind =
  | 'inflow'
  | 'unmatched'
  | 'held'
  | 'revenue'
  | 'adjustments'
  | 'payouts'
  | 'openings'
  | 'redeemCodes'
  | 'bonuses'
  | 'available'
  | 'debt'
  | 'commission'
  | 'payoutReserve'
  | 'balanceReserve';

type LedgerAccountsTable = {
  id: Generated<bigint>;
  kind: LedgerAccountKind;
  user_id: bigint | null;
  network: string | null;
  /** Cached sum of a user's account in micro-USDT; null for the system's accounts, which have none. */
  balance_micro: bigint | null;
};

export type MovementKind =
  | 'deposit'
  | 'credit'
  | 'sale'
  | 'commission'
  | 'refund'
  | 'commissionReversal'
  | 'adjustment'
  | 'payout'
  | 'payoutRequest'
  | 'payoutReturn'
  | 'balanceHold'
  | 'balanceReturn'
  | 'balancePayout'
  | 'openingBalance'
  | 'hold'
  | 'reversal'
  | 'reversalDebt'
  | 'redemption'
  | 'bonus'
  | 'bonusReversal'
  | 'bonusReversalDebt';

export type LedgerMovementsTable = {
  id: Generated<bigint>;
  kind: MovementKind;
  /** Id of the business event; the pair (kind, reference) is unique. */
  reference: bigint;
  debit_account: bigint;
  credit_account: bigint;
  amount_micro: bigint;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    ledger_accounts: LedgerAccountsTable;
    ledger_movements: LedgerMovementsTable;
  }
}

/** The system's ledger accounts, as the schema numbers them; those of networks are in the database. */
export const UNMATCHED = 3n;
export const HELD = 4n;
export const REVENUE = 5n;
export const ADJUSTMENTS = 6n;
export const PAYOUTS = 7n;
export const OPENINGS = 8n;
export const REDEEM_CODES = 101n;
export const BONUSES = 102n;

/** Accounts from here on are users', with a cached balance; those before are the system's, without one. */
export const FIRST_USER_ACCOUNT = 1000n;

/** The ledger account of a user's spendable money has the user's own id. */
export const availableAccountOf = (userId: bigint): bigint => userId;
