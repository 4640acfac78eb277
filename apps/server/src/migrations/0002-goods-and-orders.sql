-- Categories, goods, stock in ranges, orders.

create table categories (
  id bigint generated always as identity primary key,
  name jsonb not null,
  sort int not null default 0
);

create table goods (
  id bigint generated always as identity primary key,
  category_id bigint not null references categories,
  name jsonb not null,
  description jsonb not null,
  price_micro bigint not null check (price_micro > 0),
  min_quantity int not null default 1 check (min_quantity >= 1),
  max_quantity int not null default 10000 check (max_quantity between 1 and 10000),
  genders text[] not null default '{random}',
  warranty_hours int not null default 24,
  separator text not null default '----',
  columns text[] not null default '{account,password}',
  on_sale boolean not null default true,
  sort int not null default 0,
  created_at timestamptz not null,
  check (min_quantity <= max_quantity)
);
create index goods_category on goods (category_id);

create table goods_price_tiers (
  goods_id bigint not null references goods,
  min_quantity int not null check (min_quantity > 1),
  price_micro bigint not null check (price_micro > 0),
  primary key (goods_id, min_quantity)
);

-- ---- Stock --------------------------------------------------------------------------------------
-- An import gives its items contiguous ids per gender; free stock is a list of id ranges, and an order
-- takes the beginning of one. Credentials stay in their own rows, found by range.

create table stock_batches (
  id bigint generated always as identity primary key,
  goods_id bigint not null references goods,
  note text not null,
  added int not null default 0,
  duplicates int not null default 0,
  rejected int not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  created_at timestamptz not null,
  finished_at timestamptz
);

create sequence stock_item_ids;

create table stock_items (
  id bigint primary key,
  goods_id bigint not null,
  batch_id bigint not null,
  key_id text not null,
  sealed bytea not null
);

-- Keyed hashes of every line ever imported; they survive the purge, so that nothing is sold twice.
create table stock_fingerprints (
  fingerprint bytea primary key,
  item_id bigint not null
);

create table stock_ranges (
  id bigint generated always as identity primary key,
  goods_id bigint not null references goods,
  gender text not null check (gender in ('male', 'female', 'unspecified')),
  next_id bigint not null,
  end_id bigint not null,
  check (next_id < end_id)
) with (fillfactor = 50);
create index stock_ranges_lane on stock_ranges (goods_id, gender, id);

-- ---- Orders -------------------------------------------------------------------------------------

create sequence order_ids;

create table orders (
  id bigint primary key,
  order_no text not null unique,
  user_id bigint not null,
  goods_id bigint not null,
  quantity int not null check (quantity > 0),
  gender text not null,
  unit_price_micro bigint not null,
  total_micro bigint not null check (total_micro = unit_price_micro * quantity),
  status text not null default 'processing'
    check (status in ('processing', 'completed', 'partially_refunded', 'refunded')),
  email text not null,
  delivery_state text not null default 'queued' check (delivery_state in ('queued', 'sent', 'failed')),
  resends int not null default 0,
  idempotency_key text not null,
  request_hash bigint not null,
  created_at timestamptz not null,
  accounts_delete_at timestamptz not null,
  accounts_deleted_at timestamptz,
  constraint orders_idempotency unique (idempotency_key, user_id)
) with (fillfactor = 85);
create index orders_user on orders (user_id, id);
-- Rows lie in the order of their time, so that a few bytes for each stretch of the table are enough.
create index orders_created on orders using brin (created_at) with (pages_per_range = 16);
create index orders_to_purge on orders (accounts_delete_at) where accounts_deleted_at is null;

-- [first_id, end_id) of the stock items that an order took.
create table order_ranges (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  order_id bigint not null
);
create index order_ranges_order on order_ranges (order_id);

-- Items leave a range under its row lock and only from where it was read to stand, so no two orders can take
-- the same. This is the second line: the key refuses the same beginning, and the check a range that reaches
-- into committed neighbours. An exclusion constraint would see uncommitted ones too, but takes 23
-- microseconds a row against 3 for both.
create function refuse_sold_items() returns trigger language plpgsql as $$
begin
  if exists (
    select from taken
    cross join lateral (
      select end_id from order_ranges before
      where before.first_id < taken.first_id order by before.first_id desc limit 1) before
    where before.end_id > taken.first_id
  ) or exists (
    select from taken
    cross join lateral (
      select first_id from order_ranges after
      where after.first_id > taken.first_id order by after.first_id limit 1) after
    where after.first_id < taken.end_id
  ) then
    raise exception 'order_ranges_sold_once: an item is already in an order';
  end if;
  return null;
end $$;

create trigger order_ranges_sold_once after insert on order_ranges
  referencing new table as taken for each statement execute function refuse_sold_items();
create trigger order_ranges_append_only before update or delete or truncate on order_ranges
  for each statement execute function refuse_change();
