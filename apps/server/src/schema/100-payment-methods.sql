-- Where buyers pay to.

-- A network's USDT contract, treasury, checkout contract and mode, from created_at to retired_at.
create table payment_methods (
  id bigint generated always as identity primary key,
  type text not null references networks,
  chain_id bigint not null,
  contract_address chain_address not null,
  wallet_address chain_address not null,
  checkout_address chain_address,
  -- How payments are told apart: by an amount that is reserved, paid to the wallet itself, or by an address of the
  -- buyer's own, made by a factory that pays to the wallet.
  mode text not null default 'exact_amount' check (mode in ('exact_amount', 'own_addresses')),
  factory_address chain_address,
  enabled boolean not null default true,
  created_at timestamptz not null,
  retired_at timestamptz,
  constraint payment_methods_factory_check check (mode = 'exact_amount' or factory_address is not null)
);
create unique index payment_methods_one_active on payment_methods (type) where retired_at is null;

-- What the shop itself has last written of a network's payment methods, under its keys: a row that was changed, added,
-- removed or put back by other means differs from it. The sealed text has a version, and the audit log knows the newest.
create table payment_method_seals (
  id bigint generated always as identity primary key,
  type text not null unique references networks,
  key_id text not null references sealing_keys,
  sealed bytea not null
);
