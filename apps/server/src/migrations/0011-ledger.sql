-- Where the value of redeem codes, the bonuses on top-ups and the reserved payouts are booked. Numbers below 100 are also
-- given to networks that are added.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts
  add constraint ledger_accounts_kind_check check (kind in (
    'inflow', 'unmatched', 'held', 'revenue', 'adjustments', 'payouts', 'openings', 'redeemCodes', 'bonuses',
    'available', 'debt', 'commission', 'payoutReserve')) not valid,
  -- Nothing is paid or given back that was not reserved.
  add constraint ledger_accounts_reserve_not_negative
    check (kind <> 'payoutReserve' or balance_micro >= 0) not valid;
insert into ledger_accounts (id, kind) values (101, 'redeemCodes'), (102, 'bonuses');
