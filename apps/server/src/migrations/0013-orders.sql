alter table orders
  -- Its e-mail went without the accounts, because the address was not confirmed.
  add column mail_unconfirmed boolean not null default false,
  -- What it was sold by. Null in orders of before, which were sold at the product's price.
  -- Of one account, without anybody's price: the product's first price.
  add column list_price_micro bigint,
  -- Which price won: list, tier, level, own or promotion; and the level's or price list's id.
  add column price_source text,
  add column price_source_id bigint,
  add column coupon_id bigint,
  -- What the coupon took off the total.
  add column discount_micro bigint not null default 0,
  -- The buyer's own name for the order, exactly as it was given.
  add column reference text,
  -- The key that placed it.
  add column api_key_id bigint,
  -- Who had brought its buyer, 0 for nobody; null in orders of before.
  add column agent_id bigint,
  -- Whether it counts towards that agent's tiers, and a refund of it against them.
  add column counts_for_agent boolean not null default false;
alter table orders drop constraint orders_check;
alter table orders add constraint orders_total
  check (discount_micro >= 0 and total_micro = unit_price_micro * quantity - discount_micro) not valid;

-- Accounts of an order with a coupon are paid back at what they cost: of its total, the first so many accounts cost one
-- micro-USDT more. A version that knows no coupons fails instead; without a coupon every version pays the same.
create function refuse_wrong_refund() returns trigger language plpgsql as $$
declare
  sold record;
  before int;
begin
  select total_micro, quantity, discount_micro into sold from orders where id = new.order_id;
  if sold.discount_micro is null or sold.discount_micro = 0 then
    return new;
  end if;
  select coalesce(sum(quantity), 0) into before from order_timeline
    where order_id = new.order_id and kind = 'refunded';
  if new.amount_micro <> sold.total_micro / sold.quantity * new.quantity
      + least(before + new.quantity, sold.total_micro % sold.quantity)
      - least(before, sold.total_micro % sold.quantity) then
    raise exception 'order_timeline_refund: % is not what these accounts cost', new.amount_micro;
  end if;
  return new;
end $$;
create trigger order_timeline_refund before insert on order_timeline
  for each row when (new.kind = 'refunded') execute function refuse_wrong_refund();

-- Where a program wants to be told of one order that it placed. Written with the order.
create table order_callbacks (
  -- A foreign key would cost every order a lock.
  order_id bigint primary key,
  url text not null
);

-- What buyers have put together, to buy it in one go on any of their devices.
create table cart_lines (
  user_id bigint not null references users,
  goods_id bigint not null references goods,
  quantity int not null check (quantity > 0),
  gender text not null check (gender in ('random', 'male', 'female')),
  -- What one account of so many cost when the buyer last looked; null if that is not known.
  seen_price_micro bigint check (seen_price_micro >= 0),
  added_at timestamptz not null,
  primary key (user_id, goods_id)
);
-- Whoever has a product in the cart.
create index cart_lines_goods on cart_lines (goods_id, user_id);

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

-- Addresses of visitors who want to be told that a product is back. What waits for none is without the address itself.
create table restock_addresses (
  id bigint generated always as identity primary key,
  -- Keyed hash of the address in small letters. It outlives the address, so that an owner who does not answer is asked
  -- no second time.
  email_mark bytea not null unique,
  key_id text references sealing_keys,
  sealed bytea,
  language text not null,
  -- Mails with the link to confirm it, since a time.
  mails int not null check (mails >= 0),
  mails_since timestamptz not null,
  -- Null: nobody has used the link yet.
  confirmed_at timestamptz,
  check ((key_id is null) = (sealed is null))
);

-- How often visitors of a network asked within a day, for whichever addresses.
create table restock_tries (
  network text primary key,
  tries int not null,
  ends_at timestamptz not null
);
create index restock_tries_ends on restock_tries (ends_at);

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
