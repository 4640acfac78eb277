-- What was sold of an import on a day, of all and again by agent, and what went off for it. Counts instead of costs: what
-- an import cost may be said or corrected later. Batch and product are 0 for what belongs to none, as bonuses on top-ups
-- do.
create table batch_sales_by_day (
  rollup_id smallint not null references rollups on delete cascade,
  by text not null check (by in ('all', 'agent')),
  day date not null,
  batch_id bigint not null,
  goods_id bigint not null,
  -- 0 for all, and where nobody brought the buyer.
  agent_id bigint not null,
  items bigint not null,
  -- Whether the import's first account, which bears what a total leaves when it is divided, is one of them.
  firsts bigint not null,
  -- Accounts that replaced others, and the same of them.
  replaced bigint not null,
  replaced_firsts bigint not null,
  amount_micro bigint not null,
  discount_micro bigint not null,
  refunded_micro bigint not null,
  commission_micro bigint not null,
  bonus_micro bigint not null,
  primary key (rollup_id, by, day, batch_id, goods_id, agent_id)
) with (fillfactor = 70);

-- The same by whole months; month is the first day of one.
create table batch_sales_by_month (
  rollup_id smallint not null references rollups on delete cascade,
  by text not null check (by in ('all', 'agent')),
  month date not null,
  batch_id bigint not null,
  goods_id bigint not null,
  agent_id bigint not null,
  items bigint not null,
  firsts bigint not null,
  replaced bigint not null,
  replaced_firsts bigint not null,
  amount_micro bigint not null,
  discount_micro bigint not null,
  refunded_micro bigint not null,
  commission_micro bigint not null,
  bonus_micro bigint not null,
  primary key (rollup_id, by, month, batch_id, goods_id, agent_id)
) with (fillfactor = 70);

alter table rollups
  -- Up to which movement, and which replacement in order_timeline, the sales of imports count. A version that does not
  -- know them leaves them behind.
  add column batch_sales_movement bigint not null default 0,
  add column batch_sales_entry bigint not null default 0,
  -- What marked_movement and waits_for are to movements.
  add column marked_entry bigint not null default 0,
  add column entry_waits_for text[] not null default '{}';

-- Sales also by the buyer's level; days that were rolled up before have none.
alter table sales_by_day drop constraint sales_by_day_by_check;
alter table sales_by_day
  add constraint sales_by_day_by check (by in ('all', 'goods', 'agent', 'level')) not valid;
alter table sales_by_month drop constraint sales_by_month_by_check;
alter table sales_by_month
  add constraint sales_by_month_by check (by in ('all', 'goods', 'agent', 'level')) not valid;

-- Pages that browsers opened on a day of the shop: a count, and nothing about who did.
create table visits_by_day (day date primary key, visits bigint not null);
