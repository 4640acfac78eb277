-- What an order costs the database.

-- A batch takes all its ids at once.
alter sequence order_ids increment by 512;

-- Compared byte by byte, whatever language the database was made for.
alter table orders alter column order_no type text collate "C";
alter table orders alter column idempotency_key type text collate "C";

-- The check that no item is in two orders, with as few looks at the index as suffice: a range that continues
-- one of the same statement has it for its neighbour, and nothing can begin inside a single item.
create or replace function refuse_sold_items() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select first_id, end_id, lag(end_id) over (order by first_id) is distinct from first_id as is_start
      from taken) as range
    where is_start and range.first_id < (
        select end_id from order_ranges before
        where before.first_id < range.first_id order by before.first_id desc limit 1)
      or end_id - first_id > 1 and range.end_id > (
        select first_id from order_ranges after
        where after.first_id > range.first_id order by after.first_id limit 1)
  ) then
    raise exception 'order_ranges_sold_once: an item is already in an order';
  end if;
  return null;
end $$;
