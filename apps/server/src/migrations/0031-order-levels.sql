-- The level that its buyer had, 0 for none; null in orders of before.
alter table orders add column level_id bigint;
