-- Shops of resellers that speak another protocol than the shop's own.

alter table api_keys
  -- What the shop speaks that it is for; null for the API. The version before knows none of these keys: it asks for its
  -- own form before it looks for a key.
  add column protocol text;
alter table api_keys
  add constraint api_keys_protocol check (protocol in ('dujiao-next', 'acg-faka', 'panel')) not valid;

-- The secret of a key that signs calls: both sides have to have it.
create table api_key_secrets (
  api_key_id bigint primary key references api_keys,
  key_id text not null references sealing_keys,
  sealed bytea not null
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
