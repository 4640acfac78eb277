-- Redeem codes: value that whoever holds a code can add to their balance, once.

-- Where the value comes from. Numbers below 100 are also given to networks that are added.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'inflow', 'unmatched', 'held', 'revenue', 'adjustments', 'payouts', 'openings', 'redeemCodes', 'bonuses',
  'available', 'debt', 'commission')) not valid;
insert into ledger_accounts (id, kind) values (101, 'redeemCodes');

-- Codes of one value that are made together.
create table redeem_batches (
  id bigint generated always as identity primary key,
  -- For the operator.
  note text not null,
  value_micro bigint not null check (value_micro > 0),
  codes int not null check (codes between 1 and 10000),
  starts_at timestamptz not null,
  ends_at timestamptz,
  created_by bigint not null references users,
  created_at timestamptz not null,
  idempotency_key text not null,
  proposal_id bigint references proposals,
  -- Whether its creator made it alone, within their limit.
  is_alone boolean not null default false,
  -- Null until it may be made.
  approved_at timestamptz,
  -- Null until its codes are made, which happens once.
  issued_at timestamptz,
  -- From then on its unused codes are worth nothing.
  voided_at timestamptz,
  -- A repeated call makes no second batch.
  constraint redeem_batches_once unique (created_by, idempotency_key),
  check (ends_at > starts_at),
  check (issued_at is null or approved_at is not null)
);
-- What counts against the limits of a day.
create index redeem_batches_approved on redeem_batches (approved_at) where approved_at is not null;

-- A code, of which only a keyed hash is kept.
create table redeem_codes (
  id bigint generated always as identity primary key,
  batch_id bigint not null references redeem_batches,
  code_hash bytea not null unique,
  used_by bigint references users,
  used_at timestamptz,
  check ((used_by is null) = (used_at is null))
);
create index redeem_codes_used on redeem_codes (batch_id) where used_by is not null;
