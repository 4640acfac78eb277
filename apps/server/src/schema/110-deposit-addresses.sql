-- Buyers' own addresses, and how buyers are told of new ones.

-- An address that a buyer was shown. It follows from chain, factory and buyer by the shop's key, so that a changed row
-- is found out; kept so that a payment's buyer is found by its address, and that it can be swept without the key.
create table deposit_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  network text not null references networks,
  chain_id bigint not null,
  factory_address chain_address not null,
  salt chain_hash not null,
  address chain_address not null,
  created_at timestamptz not null,
  -- Addresses whose page was opened or that were paid of late are read with every scan.
  opened_at timestamptz not null,
  paid_at timestamptz,
  -- The address block from which a buyer who had never paid opened it: what one block opens in a day is limited.
  -- Forgotten after that.
  origin text,
  constraint deposit_addresses_one_each unique (user_id, chain_id, factory_address),
  constraint deposit_addresses_address unique (chain_id, address)
);
create index deposit_addresses_opened on deposit_addresses (chain_id, opened_at);
create index deposit_addresses_paid on deposit_addresses (chain_id, paid_at) where paid_at is not null;
create index deposit_addresses_origin on deposit_addresses (origin, chain_id) where origin is not null;

-- How far buyers were told of a new factory, by the method that brought it. Without a reference to that: methods are put
-- back by deleting and inserting them.
create table factory_changes (
  method_id bigint primary key,
  network text not null references networks,
  created_at timestamptz not null,
  -- The last buyer who was looked at; everyone was, once it is done.
  up_to_user bigint not null default 0,
  done_at timestamptz
);

-- A buyer is told once, on the page and by e-mail, that their own address on a network has changed.
create table address_notices (
  id bigint generated always as identity primary key,
  method_id bigint not null references factory_changes,
  user_id bigint not null references users,
  network text not null references networks,
  chain_id bigint not null,
  created_at timestamptz not null,
  -- When its e-mail was queued, or found to have nobody to go to.
  mailed_at timestamptz,
  -- When the buyer first opened the new address since.
  opened_at timestamptz,
  dismissed_at timestamptz,
  constraint address_notices_one_each unique (user_id, method_id)
);
create index address_notices_unmailed on address_notices (method_id, id) where mailed_at is null;
