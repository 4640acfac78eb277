-- Tickets that open one payment in another browser, and what wallets were asked to allow.

-- Hashes only: neither a ticket nor the token it was used up for can be read here.
create table recharge_tickets (
  id bigint generated always as identity primary key,
  recharge_id bigint not null references recharges,
  ticket_hash bytea not null unique,
  opens_until timestamptz not null,
  -- Set when the ticket is used up, once.
  token_hash bytea unique,
  token_until timestamptz,
  check ((token_hash is null) = (token_until is null))
);
create index recharge_tickets_recharge on recharge_tickets (recharge_id);

create table recharge_authorizations (
  id bigint generated always as identity primary key,
  recharge_id bigint not null references recharges,
  wallet_address chain_address not null,
  mode text not null check (mode in ('safe', 'whitelist')),
  amount_micro bigint not null check (amount_micro > 0),
  -- The cap that held then: a record above it cannot exist, whatever code writes it.
  cap_micro bigint not null,
  contract_address chain_address not null,
  tx_hash chain_hash,
  created_at timestamptz not null,
  check (amount_micro <= cap_micro),
  constraint recharge_authorizations_once unique (recharge_id, wallet_address, mode, amount_micro)
);
