-- When a product last ran out: one that is in stock now and once ran out has come back, and a new one has not.
alter table goods_stock_levels add column ran_out_at timestamptz;
update goods_stock_levels set ran_out_at = changed_at where not in_stock;
