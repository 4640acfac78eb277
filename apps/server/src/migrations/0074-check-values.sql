-- What only the right key of that id makes; null until a start has had the key.
alter table sealing_keys add column check_value bytea;

-- The same of FINGERPRINT_KEY, which never changes: one row, once a start has had the key.
create table fingerprint_checks (
  id int primary key check (id = 1),
  check_value bytea not null
);

-- Up to which movement sold_goods counts. A version without this column leaves it behind when it rolls up.
alter table rollups add column sold_goods_movement bigint not null default 0;
