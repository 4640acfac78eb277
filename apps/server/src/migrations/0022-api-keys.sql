-- API keys: programs that act for a buyer, or for the shop, within what each key may do.

create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- A buyer's own, or made by an admin for a program of the shop.
  kind text not null check (kind in ('buyer', 'operator')),
  name text not null,
  -- SHA-256; the key itself is known to its holder only.
  key_hash bytea not null unique,
  -- How the key begins and ends, for people to tell keys apart.
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- From where it may be used; empty for everywhere.
  ranges text[] not null default '{}',
  -- What may be spent with it on a day of the shop; null for all of the balance.
  spend_a_day_micro bigint check (spend_a_day_micro > 0),
  -- What an operator's key may import: to which products, and how many lines within 24 hours.
  goods_ids bigint[] not null default '{}',
  lines_a_day int check (lines_a_day > 0),
  created_at timestamptz not null,
  ends_at timestamptz,
  revoked_at timestamptz,
  -- To within some seconds: processes write it together for many calls.
  last_used_at timestamptz,
  last_address text
);
create index api_keys_user on api_keys (user_id, id);

-- How often a key was used on a day of UTC, and how often it was refused or failed.
create table api_key_days (
  api_key_id bigint not null references api_keys,
  day date not null,
  calls int not null,
  errors int not null,
  primary key (api_key_id, day)
);

-- Users who may have keys, or may not, whatever the setting says.
create table api_key_rights (
  user_id bigint primary key references users,
  is_allowed boolean not null
);

alter table orders
  -- The buyer's own name for the order, exactly as it was given.
  add column reference text,
  -- The key that placed it.
  add column api_key_id bigint;

-- The key that an import was started with.
alter table stock_batches add column api_key_id bigint;
