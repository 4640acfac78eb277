-- What a buyer had of a product, ever and since a day began, without reading all of their orders.
create index if not exists orders_user_goods on orders (user_id, goods_id, created_at);
