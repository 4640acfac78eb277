-- Payouts that agents ask for. Their amounts are reserved until they are paid.

-- A payout to an address of the agent, which a wallet of the operator makes.
create table payout_requests (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  amount_micro bigint not null check (amount_micro > 0),
  network text not null references networks,
  chain_id bigint not null,
  -- The token that pays it, as the network's method had it.
  token chain_address not null,
  address chain_address not null,
  state text not null default 'requested' check (state in (
    'requested', 'approved', 'paying', 'sent', 'paid', 'rejected', 'cancelled')),
  -- Why it was rejected.
  reason text not null default '',
  tx_hash chain_hash,
  -- What the last look at the transaction found wrong.
  problem text,
  idempotency_key text not null,
  approved_by bigint references users,
  approved_at timestamptz,
  paid_by bigint references users,
  -- The row of what was paid.
  payout_id bigint references agent_payouts,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- A repeated call asks for nothing twice.
  unique (agent_id, idempotency_key),
  check ((state = 'paid') = (payout_id is not null)),
  check (state not in ('sent', 'paid') or tx_hash is not null)
);
-- One at a time.
create unique index payout_requests_open on payout_requests (agent_id)
  where state in ('requested', 'approved', 'paying', 'sent');
-- A transaction pays one request.
create unique index payout_requests_transaction on payout_requests (chain_id, tx_hash) where tx_hash is not null;
create index payout_requests_agent on payout_requests (agent_id, id);
-- What the job looks at.
create index payout_requests_sent on payout_requests (id) where state = 'sent';
