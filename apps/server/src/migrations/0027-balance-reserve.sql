-- Alone: orders and payouts lock balances last, and would wait for any table that this held besides.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'inflow', 'unmatched', 'held', 'revenue', 'adjustments', 'payouts', 'openings', 'redeemCodes', 'bonuses',
  'available', 'debt', 'commission', 'payoutReserve', 'balanceReserve')) not valid;
alter table ledger_accounts add constraint ledger_accounts_balance_reserve_not_negative
  check (kind <> 'balanceReserve' or balance_micro >= 0) not valid;
