-- Following buyers' own addresses.

-- Those whose page was opened or that were paid of late are read with every scan.
alter table deposit_addresses
  add column opened_at timestamptz,
  add column paid_at timestamptz;
update deposit_addresses set opened_at = created_at;
alter table deposit_addresses alter column opened_at set not null;
create index deposit_addresses_opened on deposit_addresses (chain_id, opened_at);
create index deposit_addresses_paid on deposit_addresses (chain_id, paid_at) where paid_at is not null;

-- The last final block in which all addresses of a chain were read. It follows the chain's cursor, is moved by compare
-- and set, and never jumps.
create table address_cursors (
  chain_id bigint primary key references chain_cursors on delete cascade,
  block_number int not null,
  block_hash chain_hash not null,
  block_time timestamptz not null
);
insert into address_cursors select chain_id, block_number, block_hash, block_time from chain_cursors;

-- Whose address it was paid to. Below the network's minimum it waits, until all that waits is enough together.
alter table deposits
  add column owner_id bigint references users,
  drop constraint deposits_state_check,
  add constraint deposits_state_check check (
    state in ('final', 'held', 'unmatched', 'small', 'credited', 'rejected', 'reversed')),
  add constraint deposits_small_check check (state <> 'small' or owner_id is not null);
create index deposits_small on deposits (owner_id, chain_id) where state = 'small';
create index deposits_to_addresses on deposits (chain_id, to_address) where owner_id is not null;
alter table pending_transfers add column owner_id bigint references users;

-- What was moved from buyers' addresses to the treasury: no deposit, and no change of anybody's balance.
create table deposit_sweeps (
  id bigint generated always as identity primary key,
  network text not null references networks,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int not null,
  block_number int not null,
  block_time timestamptz not null,
  from_address chain_address not null,
  to_address chain_address not null,
  amount_units numeric(78) not null check (amount_units > 0),
  recorded_at timestamptz not null,
  constraint deposit_sweeps_identity unique (chain_id, tx_hash, ordinal)
);
create index deposit_sweeps_from on deposit_sweeps (chain_id, from_address);

-- A top-up to a buyer's own address needs no digits of its own.
alter table recharges drop constraint recharges_pay_amount_check;
alter table recharges add constraint recharges_pay_amount_check
  check (pay_amount_micro - amount_micro between 0 and 99999 and (not is_reserved or pay_amount_micro > amount_micro));
