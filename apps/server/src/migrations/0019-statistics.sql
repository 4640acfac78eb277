-- What was sold of an import on a day, and what went off for it. Counts instead of costs: what an import cost may be
-- said or corrected later. Batch and product are 0 for what belongs to none, as bonuses on top-ups do.
create table batch_sales_by_day (
  rollup_id smallint not null references rollups on delete cascade,
  day date not null,
  batch_id bigint not null,
  goods_id bigint not null,
  -- 0 where nobody brought the buyer.
  agent_id bigint not null,
  items bigint not null,
  -- Whether the import's first account, which bears what a total leaves when it is divided, is one of them.
  firsts bigint not null,
  amount_micro bigint not null,
  discount_micro bigint not null,
  refunded_micro bigint not null,
  commission_micro bigint not null,
  bonus_micro bigint not null,
  primary key (rollup_id, day, batch_id, goods_id, agent_id)
) with (fillfactor = 70);

-- Up to which movement batch_sales_by_day counts. A version that does not know it leaves it behind.
alter table rollups add column batch_sales_movement bigint not null default 0;

-- Sales also by the buyer's level; days that were rolled up before have none.
alter table sales_by_day drop constraint sales_by_day_by_check;
alter table sales_by_day
  add constraint sales_by_day_by check (by in ('all', 'goods', 'agent', 'level')) not valid;
alter table sales_by_month drop constraint sales_by_month_by_check;
alter table sales_by_month
  add constraint sales_by_month_by check (by in ('all', 'goods', 'agent', 'level')) not valid;

-- Pages that browsers opened on a day of the shop: a count, and nothing about who did.
create table visits_by_day (day date primary key, visits bigint not null);
