-- Prices that differ by buyer, by time and by coupon.

-- A group of buyers who pay less. One that names a turnover is reached by it, in so many days or, without days, ever.
create table buyer_levels (
  id bigint generated always as identity primary key,
  -- By language.
  name jsonb not null,
  colour text not null,
  discount_basis_points int not null default 0 check (discount_basis_points between 0 and 9999),
  turnover_micro bigint check (turnover_micro > 0),
  turnover_days int check (turnover_days > 0),
  -- The higher, the better.
  sort int not null default 0,
  check (turnover_days is null or turnover_micro is not null)
);

-- Null: none. Held: an operator chose it, and turnover does not change it.
alter table users
  add column level_id bigint,
  add column level_held boolean not null default false;
alter table users add constraint users_level foreign key (level_id) references buyer_levels not valid;
create index users_level on users (level_id) where level_id is not null;

-- Prices for a level, for one buyer, or, as a promotion, for everybody; valid from its start to its end.
create table price_lists (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('level', 'buyer', 'promotion')),
  level_id bigint references buyer_levels,
  user_id bigint references users,
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_on boolean not null default true,
  created_at timestamptz not null,
  check ((kind = 'level') = (level_id is not null) and (kind = 'buyer') = (user_id is not null)),
  check (ends_at > starts_at)
);
create index price_lists_level on price_lists (level_id) where level_id is not null;
create index price_lists_user on price_lists (user_id) where user_id is not null;
create index price_lists_promotion on price_lists (id) where kind = 'promotion';

-- The price of one account of a product from this many on.
create table price_list_prices (
  list_id bigint not null references price_lists on delete cascade,
  goods_id bigint not null references goods,
  min_quantity int not null default 1 check (min_quantity >= 1),
  price_micro bigint not null check (price_micro > 0),
  primary key (list_id, goods_id, min_quantity)
);
create index price_list_prices_goods on price_list_prices (goods_id);

-- Takes a part of an order's total off. An empty list of products, categories, levels or buyers: all of them.
create table coupons (
  id bigint generated always as identity primary key,
  -- In capitals.
  code text collate "C" not null unique,
  -- For the operator.
  note text not null default '',
  kind text not null check (kind in ('percent', 'fixed')),
  basis_points int check (basis_points between 1 and 10000),
  amount_micro bigint check (amount_micro > 0),
  -- Of the order, before the coupon.
  min_total_micro bigint not null default 0 check (min_total_micro >= 0),
  max_discount_micro bigint check (max_discount_micro > 0),
  goods_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  level_ids bigint[] not null default '{}',
  user_ids bigint[] not null default '{}',
  -- Only for a buyer who has ordered nothing yet.
  first_order boolean not null default false,
  per_buyer int check (per_buyer > 0),
  max_uses int check (max_uses > 0),
  -- How many orders used it.
  uses int not null default 0,
  -- Whether it comes on top of a price that is already lower than the list's.
  combinable boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_on boolean not null default true,
  created_at timestamptz not null,
  check ((kind = 'percent') = (basis_points is not null) and (kind = 'fixed') = (amount_micro is not null)),
  check (ends_at > starts_at),
  -- No use too many, whichever process counts.
  constraint coupons_within_uses check (uses <= max_uses)
);

-- An order that a coupon made cheaper.
create table coupon_uses (
  order_id bigint primary key,
  coupon_id bigint not null references coupons,
  user_id bigint not null,
  discount_micro bigint not null,
  at timestamptz not null
);
create index coupon_uses_coupon on coupon_uses (coupon_id, user_id);

-- Coupons and redeem codes that a user made up, within a quarter of an hour.
create table code_tries (
  user_id bigint references users,
  kind text check (kind in ('coupon', 'redeemCode')),
  tries int not null,
  ends_at timestamptz not null,
  primary key (user_id, kind)
);

-- What an order was sold by. Null in orders of before, which were sold at the product's price.
alter table orders
  -- Of one account, without anybody's price: the product's first price.
  add column list_price_micro bigint,
  -- Which price won: list, tier, level, own or promotion; and the level's or price list's id.
  add column price_source text,
  add column price_source_id bigint,
  add column coupon_id bigint,
  -- What the coupon took off the total.
  add column discount_micro bigint not null default 0;
alter table orders drop constraint orders_check;
alter table orders add constraint orders_total
  check (discount_micro >= 0 and total_micro = unit_price_micro * quantity - discount_micro) not valid;

-- Nothing is sold below this without a second person's consent.
alter table goods add column floor_micro bigint;
alter table goods add constraint goods_floor check (floor_micro > 0) not valid;
