-- How many accounts of each product were ever sold: its page and the order of the list show it.
create table sold_goods (
  rollup_id smallint not null references rollups on delete cascade,
  goods_id bigint not null,
  items bigint not null check (items > 0),
  primary key (rollup_id, goods_id)
) with (fillfactor = 70);

insert into sold_goods (rollup_id, goods_id, items)
select rollup_id, key, sum(items) from sales_by_day where by = 'goods' group by rollup_id, key having sum(items) > 0;
