-- Whole months of the daily totals: a year by product is a twelfth of the rows.
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

insert into sales_by_month
select rollup_id, by, date_trunc('month', day)::date, key, sum(orders), sum(items), sum(amount_micro), sum(refunds),
  sum(refunded_micro), sum(commission_micro)
from sales_by_day group by 1, 2, 3, 4;

-- Up to which movement sales_by_month counts. A version without this column leaves it behind when it rolls up.
alter table rollups add column sales_by_month_movement bigint not null default 0;
update rollups set sales_by_month_movement = rolled_up_movement;
