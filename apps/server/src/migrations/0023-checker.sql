-- The operator's own endpoint that says whether an account works, with what the shop does with its answers.
create table checkers (
  id bigint primary key check (id = 1),
  url text not null,
  is_on boolean not null,
  -- Signs the calls.
  key_id text not null,
  sealed bytea not null,
  -- Calls a minute.
  per_minute int not null check (per_minute between 1 and 6000),
  -- How many accounts of an import are checked before it goes on sale, and from which share of dead ones it waits.
  sample_size int not null check (sample_size between 0 and 200),
  dead_percent int not null check (dead_percent between 1 and 100),
  -- How many of the accounts that are sold next are checked ahead, of each product and gender.
  ahead int not null check (ahead between 0 and 200),
  checks_claims boolean not null,
  -- What becomes of claimed accounts that are dead, within the limits: accounts in so many days.
  remedy text not null check (remedy in ('none', 'replace', 'refund')),
  limit_days int not null check (limit_days between 1 and 365),
  most_per_buyer int not null,
  most_per_product int not null,
  most_per_supplier int not null
);

-- Products whose accounts may be sent to it.
create table checked_goods (goods_id bigint primary key references goods);

-- Accounts that are checked together: some of an import, those of a warranty claim, or one that is sold soon.
create table check_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('import', 'claim', 'stock')),
  -- The import's, the claim's or the account's id.
  subject_id bigint not null,
  created_at timestamptz not null,
  -- What has no answer by then is unknown.
  ends_at timestamptz not null,
  -- Null while it is checked.
  outcome text,
  ended_at timestamptz,
  -- After it could not be settled: not before then again.
  retry_at timestamptz,
  unique (kind, subject_id)
);
create index check_runs_open on check_runs (id) where ended_at is null;
create index check_runs_by_hand on check_runs (ended_at) where kind = 'stock' and outcome = 'byHand';

create table account_checks (
  id bigint generated always as identity primary key,
  run_id bigint not null references check_runs on delete cascade,
  item_id bigint not null,
  goods_id bigint not null,
  supplier_id bigint,
  -- Who claims it; null for an import's.
  user_id bigint,
  result text check (result in ('good', 'dead', 'unknown')),
  -- Why the last attempt gave no answer.
  failure text,
  attempts int not null default 0,
  next_at timestamptz not null,
  attempted_at timestamptz,
  -- When the shop itself replaced or refunded it.
  remedied_at timestamptz,
  unique (run_id, item_id)
);
create index account_checks_due on account_checks (next_at) where result is null;
create index account_checks_item on account_checks (item_id);
create index account_checks_attempted on account_checks (attempted_at);
create index account_checks_remedied on account_checks (remedied_at) where remedied_at is not null;

-- An import that is not on sale yet: until its sample was checked, or until an operator lets it in. Null: on sale.
alter table stock_batches add column waits_for text;

-- Its items [first_id, end_id), which nothing sells.
create table stock_waiting_ranges (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  batch_id bigint not null references stock_batches
);
create index stock_waiting_ranges_batch on stock_waiting_ranges (batch_id);
