-- What the chain says of the shop's wallets and its buyers' addresses, and wallets whose money is held.

-- The newest look at a wallet that takes top-ups: what the chain says it holds.
create table treasury_looks (
  chain_id bigint not null,
  wallet_address chain_address not null,
  network text not null,
  -- Null where no node told; a balance may be older than the look.
  on_chain_micro bigint,
  balance_at timestamptz,
  -- Why nothing should be paid there now; null where nothing speaks against it.
  problem jsonb,
  looked_at timestamptz not null,
  primary key (chain_id, wallet_address),
  constraint treasury_looks_balance_check check ((on_chain_micro is null) = (balance_at is null))
);

-- A buyer's own address on which less was found than was recorded there: moved by nobody that the shop saw, or frozen by
-- the token's issuer. What is in order has no row.
create table address_looks (
  chain_id bigint not null,
  address chain_address not null,
  network text not null references networks,
  -- Of what was recorded, in the token's own units: all of it where the address is frozen.
  missing_units numeric not null check (missing_units > 0),
  is_frozen boolean not null,
  -- When that was first found and when it was last found again. A sweep is recorded only once it is final.
  since timestamptz not null,
  looked_at timestamptz not null,
  primary key (chain_id, address)
);

-- Up to which own address of a chain what was recorded has been compared with it, so that a shop with many of them that
-- is restarted often comes to the last.
create table address_look_positions (
  chain_id bigint primary key,
  address_id bigint not null
);

-- A wallet whose deposits are held. The operator's own entries stand one by one; a sanctions list is replaced as a
-- whole, and is only worth something while it is young.
create table blocked_wallets (
  id bigint generated always as identity primary key,
  network text not null references networks,
  address chain_address not null,
  list text not null check (list in ('own', 'sanctions')),
  note text not null,
  created_at timestamptz not null,
  unique (network, address, list)
);

-- What became of the last reading of a network's sanctions list from the addresses in the settings. A network without
-- such an address has no row.
create table sanctions_fetches (
  network text primary key references networks,
  tried_at timestamptz not null,
  -- The last time the whole list was read and is in force; null before the first time.
  fetched_at timestamptz,
  -- Of the sorted addresses of that list, one a line.
  sha256 text,
  listed int check (listed > 0),
  -- Why the last attempt changed nothing; null where it succeeded.
  problem text,
  -- The list was read, and is too short to be believed.
  is_refused boolean not null default false,
  check ((fetched_at is null) = (sha256 is null) and (fetched_at is null) = (listed is null))
);
