-- A buyer's own name of an order, what was spent with a key today, and what a key has imported.
create unique index if not exists orders_reference on orders (user_id, reference) where reference is not null;
create index if not exists orders_api_key on orders (api_key_id, created_at) where api_key_id is not null;
create index if not exists stock_batches_api_key on stock_batches (api_key_id, seen_at) where api_key_id is not null;
