-- The rows of before have none of what these check: nobody waits while they are read.

alter table stock_batches
  validate constraint stock_batches_cost_micro_check,
  validate constraint stock_batches_cost_per_check,
  validate constraint stock_batches_cost,
  validate constraint stock_batches_supplier_id_fkey;
