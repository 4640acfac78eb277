-- A passing disagreement between nodes is no longer called halted, which a person must end. Since when a chain is in
-- its state, and what is wrong with single nodes while the others go on.
alter table chain_statuses
  drop constraint chain_statuses_state_check,
  add constraint chain_statuses_state_check check (state in ('following', 'stalled', 'disagreeing', 'halted')),
  add column state_since timestamptz not null default now();
update chain_statuses set state_since = checked_at;

create table chain_node_problems (
  chain_id bigint not null,
  node text not null,
  problem text not null,
  since timestamptz not null,
  primary key (chain_id, node)
);

-- Logs of a payment to the checkout contract itself have an alarm of their own.
alter table quarantined_logs add column is_lost boolean not null default false;

-- The state of the token and the wallet's balance are agreed on apart: a balance may be older.
alter table treasury_looks add column balance_at timestamptz;
update treasury_looks set balance_at = looked_at where on_chain_micro is not null;
alter table treasury_looks
  add constraint treasury_looks_balance_check check ((on_chain_micro is null) = (balance_at is null));
