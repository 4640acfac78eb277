-- Sales also by the buyer's level; days that were rolled up before have none.
alter table sales_by_day drop constraint sales_by_day_by_check;
alter table sales_by_day
  add constraint sales_by_day_by check (by in ('all', 'goods', 'agent', 'level')) not valid;
alter table sales_by_month drop constraint sales_by_month_by_check;
alter table sales_by_month
  add constraint sales_by_month_by check (by in ('all', 'goods', 'agent', 'level')) not valid;

-- Pages that browsers opened on a day of the shop: a count, and nothing about who did.
create table visits_by_day (day date primary key, visits bigint not null);
