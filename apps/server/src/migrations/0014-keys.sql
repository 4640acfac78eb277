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
  -- What the reseller's shop speaks that it is for; null for the API. The version before knows none of these keys: it asks
  -- for its own form before it looks for a key.
  protocol text,
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
  last_address text,
  constraint api_keys_protocol check (protocol in ('dujiao-next', 'acg-faka', 'panel'))
);
create index api_keys_user on api_keys (user_id, id);

-- The secret of a key that signs calls: both sides have to have it.
create table api_key_secrets (
  api_key_id bigint primary key references api_keys,
  key_id text not null references sealing_keys,
  sealed bytea not null
);

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

-- An order that a shop placed which is told of it, or asks again and again.
create table storefront_orders (
  -- A foreign key would cost every order a lock.
  order_id bigint primary key,
  api_key_id bigint not null references api_keys,
  -- The shop's own number of it.
  shop_order_no text not null,
  -- When its accounts were handed to the shop; null if not yet.
  handed_at timestamptz,
  -- Where the shop is told; null if it only asks.
  callback_url text,
  state text not null check (state in ('waiting', 'told', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null
);
create index storefront_orders_due on storefront_orders (api_key_id, next_at) where state = 'waiting';

-- A change of many things that a caller can repeat by its key, with what it was answered. Written in the transaction of
-- the change: the answer is null until that has been committed, and so for nobody who reads it.
create table repeatable_calls (
  user_id bigint not null references users,
  idempotency_key text not null,
  -- SHA-256 of what was asked: the key stands for nothing else.
  request_hash bytea not null,
  answer jsonb,
  called_at timestamptz not null,
  primary key (user_id, idempotency_key)
);
