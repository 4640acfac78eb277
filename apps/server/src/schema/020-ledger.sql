-- The ledger: accounts, and movements between them.

-- A user's available account carries the user's own id, so that an order needs no look-up.
create sequence ledger_account_ids start 1000;

-- One account in the ledger. Numbers below 1000 are the system's: those keep no balance, so that no order waits for
-- another.
create table ledger_accounts (
  id bigint primary key default nextval('ledger_account_ids'),
  kind text not null check (kind in (
    'inflow', 'unmatched', 'held', 'revenue', 'adjustments', 'payouts', 'openings', 'available', 'debt', 'commission')),
  user_id bigint,
  -- Of an inflow.
  network text references networks,
  balance_micro bigint,
  -- A user has one account of a kind.
  unique (user_id, kind),
  -- Nobody spends what they do not have.
  constraint ledger_accounts_available_not_negative check (kind <> 'available' or balance_micro >= 0),
  check ((user_id is null) = (balance_micro is null))
) with (fillfactor = 70);
-- What a network brings in, it brings in by one account.
create unique index ledger_accounts_inflow on ledger_accounts (network) where kind = 'inflow';

-- The code knows these by number.
insert into ledger_accounts (id, kind, network) values
  (1, 'inflow', 'TRON'), (2, 'inflow', 'ETH'), (3, 'unmatched', null), (4, 'held', null), (5, 'revenue', null),
  (6, 'adjustments', null), (7, 'payouts', null), (8, 'openings', null);

-- Money that went from one account to another: it balances by construction. Append-only.
create table ledger_movements (
  id bigint generated always as identity primary key,
  kind text not null,
  reference bigint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount_micro bigint not null check (amount_micro > 0),
  created_at timestamptz not null,
  check (debit_account <> credit_account),
  -- The pair names the business event and lets it happen once.
  unique (kind, reference)
);
-- Statements of users; nobody lists the system's accounts.
create index ledger_movements_debit on ledger_movements (debit_account, id) where debit_account >= 1000;
create index ledger_movements_credit on ledger_movements (credit_account, id) where credit_account >= 1000;

create trigger ledger_movements_append_only before update or delete or truncate on ledger_movements
  for each statement execute function refuse_change();
