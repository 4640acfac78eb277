-- Reading blocks again puts what was recorded of them in doubt, a range at a time and under the lock of the chain.
create index if not exists deposits_blocks on deposits (chain_id, block_number);
-- A sweep is looked up by its transaction, whatever its chain.
create index if not exists deposit_sweeps_tx on deposit_sweeps (tx_hash);
