-- The newest look at each wallet that takes top-ups: what the chain says it holds, what we recorded of it.
create table treasury_looks (
  chain_id bigint not null,
  wallet_address chain_address not null,
  network text not null,
  -- Null where no node told.
  on_chain_micro bigint,
  -- Why nothing should be paid there now; null where nothing speaks against it.
  problem text,
  looked_at timestamptz not null,
  primary key (chain_id, wallet_address)
);
