-- Who accounts are bought from.
create table suppliers (
  id bigint generated always as identity primary key,
  name text not null,
  -- In lower case, so that nobody is listed twice.
  name_key text not null constraint suppliers_name unique,
  contact text not null default '',
  created_at timestamptz not null
);

-- What an import's accounts cost: each of them, or all together; nothing where nobody has said. And from whom they came.
alter table stock_batches
  add column cost_micro bigint check (cost_micro >= 0),
  add column cost_per text check (cost_per in ('each', 'all')),
  add column supplier_id bigint references suppliers,
  add constraint stock_batches_cost check ((cost_micro is null) = (cost_per is null)) not valid;

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
