-- Daily totals, rolled up from the ledger; whoever reads adds what came later.

-- The totals in one time zone: all movements up to rolled_up_movement and all users up to rolled_up_user, by day there.
-- A change of the shop's time zone makes a new rollup, and the old one is read until that is ready.
create table rollups (
  id smallint generated always as identity primary key,
  time_zone text not null unique,
  is_ready boolean not null default false,
  rolled_up_movement bigint not null default 0,
  rolled_up_user bigint not null default 0,
  -- Up to which movement sold_goods and sales_by_month count. A version that does not know them leaves them behind.
  sold_goods_movement bigint not null default 0,
  sales_by_month_movement bigint not null default 0,
  -- Up to here ids were given out when these transactions were under way. Once they have ended, no smaller id can
  -- appear any more.
  marked_movement bigint not null default 0,
  marked_user bigint not null default 0,
  waits_for text[] not null default '{}',
  check (rolled_up_movement <= marked_movement and rolled_up_user <= marked_user)
);
insert into rollups (time_zone) values ('UTC');

-- Sales on a day: of all goods, of one product, or of one agent's buyers.
create table sales_by_day (
  rollup_id smallint not null references rollups on delete cascade,
  by text not null check (by in ('all', 'goods', 'agent')),
  day date not null,
  -- The product's id, the agent's (0 where nobody brought the buyer), or 0 for all.
  key bigint not null,
  orders bigint not null,
  items bigint not null,
  amount_micro bigint not null,
  refunds bigint not null,
  refunded_micro bigint not null,
  commission_micro bigint not null,
  primary key (rollup_id, by, day, key)
) with (fillfactor = 70);

-- The same by whole months: a year by product is a twelfth of the rows.
create table sales_by_month (
  rollup_id smallint not null references rollups on delete cascade,
  by text not null check (by in ('all', 'goods', 'agent')),
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  key bigint not null,
  orders bigint not null,
  items bigint not null,
  amount_micro bigint not null,
  refunds bigint not null,
  refunded_micro bigint not null,
  commission_micro bigint not null,
  primary key (rollup_id, by, month, key)
) with (fillfactor = 70);

-- How many accounts of a product were ever sold: its page and the order of the list show it.
create table sold_goods (
  rollup_id smallint not null references rollups on delete cascade,
  goods_id bigint not null,
  items bigint not null check (items > 0),
  primary key (rollup_id, goods_id)
) with (fillfactor = 70);

-- What a network brought in on a day.
create table deposits_by_day (
  rollup_id smallint not null references rollups on delete cascade,
  day date not null,
  network text not null,
  deposits bigint not null,
  amount_micro bigint not null,
  primary key (rollup_id, day, network)
) with (fillfactor = 70);

-- How many users registered on a day.
create table users_by_day (
  rollup_id smallint not null references rollups on delete cascade,
  day date not null,
  users bigint not null,
  primary key (rollup_id, day)
) with (fillfactor = 70);
