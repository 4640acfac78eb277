-- Prices that differ by buyer and by time.

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

-- What buyers paid for the orders of a day, less what was refunded of those: what levels are reached by.
create table buyer_turnover (
  user_id bigint not null,
  -- Of the orders, in UTC.
  day date not null,
  amount_micro bigint not null,
  primary key (user_id, day)
) with (fillfactor = 70);

-- Up to which movement of the ledger it counts; one row.
create table turnover_progress (
  is_only boolean primary key default true check (is_only),
  movement bigint not null default 0,
  -- Up to here ids were given out when these transactions were under way. Once they have ended, no smaller id can
  -- appear any more.
  marked_movement bigint not null default 0,
  waits_for text[] not null default '{}'
);
insert into turnover_progress default values;

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

-- Price lists as somebody proposed them, with what there was before, until and after a second person decides.
create table proposed_price_lists (
  -- Of the content, in hex: a proposal names it, and so nothing else can be approved under it.
  sha256 text primary key,
  -- JSON, as it was hashed.
  content text not null,
  created_at timestamptz not null
);

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
