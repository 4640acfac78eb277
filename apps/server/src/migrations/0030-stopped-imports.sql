-- When buyers had claimed so many of an import's accounts that the shop stopped its sale. It does so once: what an operator
-- has put on sale again stays there.
alter table stock_batches add column stopped_at timestamptz;
