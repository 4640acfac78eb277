-- What agents were paid, and whose money is looked at before it is credited.

create table agent_payouts (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  amount_micro bigint not null check (amount_micro > 0),
  -- Where it was paid: a transaction hash, a receipt.
  note text not null,
  idempotency_key text not null,
  paid_by bigint references users,
  created_at timestamptz not null,
  unique (agent_id, idempotency_key)
);

-- Deposits from these wallets are held. The operator's own entries stand one by one; a sanctions list is
-- replaced as a whole, and is only worth something while it is young.
create table blocked_wallets (
  id bigint generated always as identity primary key,
  network text not null check (network in ('TRON', 'ETH')),
  address chain_address not null,
  list text not null check (list in ('own', 'sanctions')),
  note text not null,
  created_at timestamptz not null,
  unique (network, address, list)
);

-- A key stays known for as long as a secret is sealed under it.
insert into sealing_keys (id) select distinct key_id from two_factors on conflict do nothing;
alter table two_factors add foreign key (key_id) references sealing_keys;
