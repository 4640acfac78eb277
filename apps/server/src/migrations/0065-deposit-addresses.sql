-- How a network's payments are told apart: by an amount that is reserved, paid to the wallet itself, or by an address of
-- the buyer's own, made by a factory that pays to the wallet. Methods of before know the first only.
alter table payment_methods
  add column mode text not null default 'exact_amount',
  add column factory_address chain_address,
  add constraint payment_methods_mode_check check (mode in ('exact_amount', 'own_addresses')),
  add constraint payment_methods_factory_check check (mode = 'exact_amount' or factory_address is not null);

-- Addresses that buyers were shown. Each follows from chain, factory and buyer by the shop's key, so that a changed row
-- is found out; kept so that a payment's buyer is found by its address, and that an address can be swept without the key.
create table deposit_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  network text not null references networks,
  chain_id bigint not null,
  factory_address chain_address not null,
  salt chain_hash not null,
  address chain_address not null,
  created_at timestamptz not null,
  constraint deposit_addresses_one_each unique (user_id, chain_id, factory_address),
  constraint deposit_addresses_address unique (chain_id, address)
);
