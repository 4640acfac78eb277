-- Which products were last seen in stock, so that running out and coming back can be announced once each.
create table goods_stock_levels (
  goods_id bigint primary key references goods,
  in_stock boolean not null,
  changed_at timestamptz not null
);

insert into goods_stock_levels (goods_id, in_stock, changed_at)
select id, exists (select from stock_ranges where goods_id = goods.id), now() from goods;
