-- Addresses of visitors who want to be told that a product is back. What waits for none is without the address itself.
create table restock_addresses (
  id bigint generated always as identity primary key,
  -- Keyed hash of the address in small letters. It outlives the address, so that an owner who does not answer is asked
  -- no second time.
  email_mark bytea not null unique,
  key_id text references sealing_keys,
  sealed bytea,
  language text not null,
  -- From where it was asked first; gone with the address.
  network text,
  -- Mails with the link to confirm it, since a time.
  mails int not null check (mails >= 0),
  mails_since timestamptz not null,
  -- Null: nobody has used the link yet.
  confirmed_at timestamptz,
  check ((key_id is null) = (sealed is null))
);
create index restock_addresses_by_network on restock_addresses (network, mails_since) where network is not null;

-- Who is told once that a product is back. Those who were told are gone.
create table restock_requests (
  -- In the order of asking, in which they are told.
  id bigint generated always as identity primary key,
  goods_id bigint not null references goods,
  user_id bigint references users,
  address_id bigint references restock_addresses on delete cascade,
  -- With which a product by link only was seen.
  link_key text,
  asked_at timestamptz not null,
  -- Null: it is not known yet whether the owner of the address wants it.
  confirmed_at timestamptz,
  -- Its mail is on the way.
  told_at timestamptz,
  constraint restock_requests_whose check ((user_id is null) <> (address_id is null)),
  unique (user_id, goods_id),
  unique (address_id, goods_id)
);
create index restock_requests_waiting on restock_requests (goods_id, id)
  where confirmed_at is not null and told_at is null;
create index restock_requests_by_age on restock_requests (asked_at);

-- When the operator wants to know that a product's stock is low: so many are left, or what so many days sell.
alter table goods add column low_at int, add column low_days int;
alter table goods add constraint goods_low check (low_at >= 0 and low_days > 0) not valid;
-- Since when it is; null: it is not.
alter table goods_stock_levels add column low_since timestamptz;

-- What buyers have bought as it comes into stock.
create table standing_orders (
  -- In the order of asking, in which they are served.
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  goods_id bigint not null references goods,
  gender text not null check (gender in ('random', 'male', 'female')),
  quantity int not null,
  bought int not null default 0,
  -- The most that one account may cost.
  most_micro bigint not null check (most_micro > 0),
  -- With which a product by link only was seen.
  link_key text,
  -- Orders placed for it. The next one's idempotency key has this number, so that none is placed twice.
  parts int not null default 0 check (parts >= 0),
  state text not null default 'active' check (state in ('active', 'done', 'cancelled', 'ended')),
  -- Why it got nothing although there is stock.
  waits_for text,
  -- Not tried before then.
  try_at timestamptz not null,
  -- An order for it is under way since then, or was when the process died.
  placing_since timestamptz,
  idempotency_key text not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  constraint standing_orders_bought check (bought between 0 and quantity and quantity > 0),
  constraint standing_orders_once unique (user_id, idempotency_key)
);
-- One at a time of a buyer and product.
create unique index standing_orders_active on standing_orders (user_id, goods_id) where state = 'active';
create index standing_orders_waiting on standing_orders (goods_id, id) where state = 'active';
create index standing_orders_placing on standing_orders (placing_since) where placing_since is not null;
create index standing_orders_by_user on standing_orders (user_id, id);
