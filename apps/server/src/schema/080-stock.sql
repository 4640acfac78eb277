-- Accounts to sell. An import gives its items contiguous ids per gender; free stock is a list of id ranges, and an
-- order takes the beginning of one. Ranges are [first, end).

create sequence stock_item_ids;

-- An import. One that broke off is unfinished until it goes on or is rolled back.
create table stock_batches (
  id bigint generated always as identity primary key,
  goods_id bigint not null references goods,
  gender text not null check (gender in ('male', 'female', 'unspecified')),
  note text not null,
  -- Null where the shop itself imports.
  user_id bigint,
  -- Lines read so far, and how many there should be, where the caller has said so.
  lines int not null default 0,
  expected_lines int,
  -- What it needs to go on: its file by name, length and form, and where its last part began, with the keyed
  -- fingerprint of that part.
  file_name text,
  file_bytes bigint,
  form jsonb,
  part_line int not null default 0,
  part_byte bigint not null default 0,
  part_mark bytea,
  added int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  state text not null default 'running' check (state in ('running', 'unfinished', 'done', 'rolled back')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  finished_at timestamptz,
  check ((file_name is null) = (file_bytes is null) and (file_name is null) = (form is null))
);
create index stock_batches_running on stock_batches (seen_at) where state = 'running';

-- Which items an import added: one row as long as no other import came between.
create table stock_batch_ranges (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  batch_id bigint not null references stock_batches
);
create index stock_batch_ranges_batch on stock_batch_ranges (batch_id, first_id);

-- One of the first lines of an import that were not added, sealed, for the operator to mend.
create table stock_refused_lines (
  batch_id bigint not null references stock_batches,
  line int not null,
  fault text not null,
  key_id text references sealing_keys,
  sealed bytea,
  primary key (batch_id, line),
  check ((key_id is null) = (sealed is null))
);

-- One account, its line sealed. No references: millions of rows are added at once, under one lock of their key.
create table stock_items (
  id bigint primary key,
  goods_id bigint not null,
  batch_id bigint not null,
  key_id text not null,
  sealed bytea not null
);

-- The keyed hash of a line that was ever imported. It survives the purge, so that nothing is sold twice.
create table stock_fingerprints (
  fingerprint bytea primary key,
  item_id bigint not null
);

-- Free items of one product and gender. An order takes them from the beginning.
create table stock_ranges (
  id bigint generated always as identity primary key,
  goods_id bigint not null references goods,
  gender text not null check (gender in ('male', 'female', 'unspecified')),
  next_id bigint not null,
  end_id bigint not null,
  check (next_id < end_id)
) with (fillfactor = 50);
create index stock_ranges_lane on stock_ranges (goods_id, gender, id);

-- Items that went off sale without being sold. Their texts are erased step by step, up to erased_to; those of an import
-- that was rolled back are forgotten, and may come again.
create table stock_withdrawals (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  erased_to bigint not null,
  is_forgotten boolean not null,
  reason text not null,
  user_id bigint,
  created_at timestamptz not null,
  check (erased_to between first_id and end_id)
);
create index stock_withdrawals_open on stock_withdrawals (first_id) where erased_to < end_id;
