-- A buyer's orders by time, and those of one product among them without reading the others: one index for both.
create index if not exists orders_user_time on orders (user_id, created_at, goods_id);
