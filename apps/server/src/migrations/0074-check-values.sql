-- What only the right key of that id makes; null until a start has had the key.
alter table sealing_keys add column check_value bytea;

-- Up to which movement sold_goods counts. A version without this column leaves it behind when it rolls up.
alter table rollups add column sold_goods_movement bigint not null default 0;
