-- The check of 0071, over the rows that were there before: reads all accounts, and blocks nobody meanwhile.
alter table ledger_accounts validate constraint ledger_accounts_kind_check;
