alter table stock_batches validate constraint stock_batches_cost;
