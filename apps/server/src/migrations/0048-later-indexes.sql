-- What came from a supplier, and replaced accounts by when: they cost something and move no money.
create index if not exists stock_batches_supplier on stock_batches (supplier_id) where supplier_id is not null;
create index if not exists order_timeline_replaced on order_timeline (at) where kind = 'replaced';
-- Notices that hold what they say are read by what they are about.
create index if not exists notices_recorded on notices (reference) where facts is not null;
-- Events that wait, by what they are about; and what was told of the same within five minutes.
create index if not exists webhook_deliveries_subject on webhook_deliveries (subject, id) where state = 'waiting';
create index if not exists notices_about on notices (event, about, created_at) where about is not null;
-- Whoever has a product in the cart.
create index if not exists cart_lines_goods on cart_lines (goods_id, user_id);
