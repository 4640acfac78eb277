-- Where a program wants to be told of one order that it placed. Written with the order.
create table order_callbacks (
  -- A foreign key would cost every order a lock.
  order_id bigint primary key,
  url text not null
);

-- The lane and the log of all callbacks of a key's orders; null for an endpoint of its own.
alter table webhooks add column api_key_id bigint;
-- Where the order wants it; null: to no order's address.
alter table webhook_events add column callback_url text;
-- Where a callback goes; null: to the endpoint's own address.
alter table webhook_deliveries add column url text;

-- A product that costs less than before, until everybody whom it concerns was told, one part of them after the other.
create table price_falls (
  id bigint generated always as identity primary key,
  goods_id bigint not null references goods,
  -- How it was offered before.
  offer jsonb not null,
  fell_at timestamptz not null,
  -- Those up to this user were told.
  told_to bigint not null default 0
);
-- Numbers notices of one buyer each that hold what they say and are about nothing that has a number.
create sequence notice_references;
