-- What chains bring in: how far each was read, the deposits, who claims them, and their sums.

-- ---- Following a chain --------------------------------------------------------------------------

-- The last final block whose transfers are recorded. It moves by compare-and-set, never jumps.
create table chain_cursors (
  chain_id bigint primary key,
  block_number int not null,
  block_hash chain_hash not null,
  block_time timestamptz not null,
  -- A chain that contradicts itself is read again from where it did not: what is below this block, twice.
  reread_to int
);

-- The last final block in which all addresses of a chain were read. It follows the chain's cursor.
create table address_cursors (
  chain_id bigint primary key references chain_cursors on delete cascade,
  block_number int not null,
  block_hash chain_hash not null,
  block_time timestamptz not null,
  -- Why the last attempt failed; empty once it got on.
  problems jsonb not null default '[]'
);

-- How the follower of a chain fares; kept apart from the cursor, which has no row before a node first answered.
create table chain_statuses (
  chain_id bigint primary key,
  network text not null,
  -- Disagreeing passes; halted, a person must end.
  state text not null check (state in ('following', 'stalled', 'disagreeing', 'halted')),
  state_since timestamptz not null default now(),
  reasons jsonb not null,
  head int,
  final int,
  checked_at timestamptz not null
);

-- What is wrong with a single node, also while the others are enough.
create table chain_node_problems (
  chain_id bigint not null,
  node text not null,
  problem jsonb not null,
  since timestamptz not null,
  primary key (chain_id, node)
);

-- What is on its way above the final block: replaced as a whole, shown, never credited.
create table pending_transfers (
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int not null,
  block_number int not null,
  block_time timestamptz not null,
  from_address chain_address not null,
  to_address chain_address not null,
  owner_id bigint references users,
  amount_micro bigint not null,
  order_ref chain_hash,
  primary key (chain_id, tx_hash, ordinal)
);

-- A log of our token that concerns us but breaks a rule: for a person to look at.
create table quarantined_logs (
  id bigint generated always as identity unique,
  network text not null,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int not null,
  block_number int not null,
  reason jsonb not null,
  -- One of those that anybody can cause and that harm nobody.
  is_harmless boolean not null default false,
  -- A payment to the checkout contract itself, which has an alarm of its own.
  is_lost boolean not null default false,
  recorded_at timestamptz not null,
  reviewed_by bigint references users,
  reviewed_at timestamptz,
  review text,
  primary key (chain_id, tx_hash, ordinal),
  check ((reviewed_at is null) = (review is null))
);
create index quarantined_logs_open on quarantined_logs (id) where reviewed_at is null and not is_harmless;

-- ---- Deposits -----------------------------------------------------------------------------------

-- A final transfer to one of our wallets or a buyer's own address, for ever.
create table deposits (
  id bigint generated always as identity primary key,
  network text not null,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  -- Counts within the transaction, for a block-wide index can move.
  ordinal int not null,
  block_number int not null,
  block_hash chain_hash not null,
  block_time timestamptz not null,
  contract_address chain_address not null,
  from_address chain_address not null,
  to_address chain_address not null,
  -- Whose own address it was paid to.
  owner_id bigint references users,
  -- The token's own units are what arrived. Less than a micro-USDT is recorded and worth nothing.
  amount_units numeric(78) not null check (amount_units > 0),
  amount_micro bigint not null check (amount_micro >= 0),
  -- Named by the checkout contract's event.
  order_ref chain_hash,
  state text not null check (state in ('final', 'held', 'unmatched', 'small', 'credited', 'rejected', 'reversed')),
  -- Stays when it was decided on.
  held_reason jsonb,
  -- The credited user.
  user_id bigint,
  recorded_at timestamptz not null,
  -- Whether it is on its chain as far as the shop knows: false from when its blocks are in doubt until it is read again.
  -- What stays false is lost.
  is_confirmed boolean not null default true,
  -- The last line of defence against a second credit.
  constraint deposits_identity unique (chain_id, tx_hash, ordinal),
  check ((state in ('credited', 'reversed')) = (user_id is not null)),
  -- Below the network's minimum it waits at its address, until all that waits there is enough together.
  constraint deposits_small_check check (state <> 'small' or owner_id is not null)
);
create index deposits_unmatched on deposits (id) where state = 'unmatched';
create index deposits_held on deposits (id) where state = 'held';
create index deposits_lost on deposits (id) where not is_confirmed and state not in ('reversed', 'rejected');
create index deposits_small on deposits (owner_id, chain_id) where state = 'small';
create index deposits_to_addresses on deposits (chain_id, to_address) where owner_id is not null;
create index deposits_user on deposits (user_id, id) where user_id is not null;
create index deposits_tx on deposits (tx_hash);
create index deposits_sender on deposits (from_address, id);
create index deposits_amount on deposits (amount_micro, id);
create index deposits_recorded on deposits (recorded_at);

-- An unmatched deposit that one admin credited without a second person, for the limits of that. The shop's role
-- only adds rows.
create table single_assignments (
  deposit_id bigint primary key references deposits,
  admin_id bigint not null references users,
  amount_micro bigint not null check (amount_micro > 0),
  assigned_at timestamptz not null
);
create index single_assignments_admin on single_assignments (admin_id, assigned_at);

-- What a wallet is asked to sign to claim a payment; the newest for a payment counts.
create table deposit_claim_texts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  text text not null,
  expires_at timestamptz not null
);
create index deposit_claim_texts_user on deposit_claim_texts (user_id, chain_id, tx_hash);

-- A claim, signed by the sending wallet. A payment that is not final yet, or not even known, is credited when it is
-- recorded.
create table deposit_claims (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  network text not null,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int,
  signer_address chain_address not null,
  created_at timestamptz not null
);
create unique index deposit_claims_once on deposit_claims (user_id, chain_id, tx_hash, coalesce(ordinal, -1));
create index deposit_claims_payment on deposit_claims (chain_id, tx_hash, signer_address);

-- ---- Books --------------------------------------------------------------------------------------
-- What is compared with the ledger, added up. Triggers write down every change, so the sums follow whatever writes to
-- the tables. They do not add it up themselves: all deposits of a network would wait for one row. A job does; readers
-- add what it has not come to.

-- The sum of a book: "recorded" (every deposit that is not reversed), a state that waits for someone, or "addresses"
-- (what is on the network's own addresses, in the token's own units).
create table deposit_totals (
  network text not null references networks,
  book text not null check (book in ('recorded', 'unmatched', 'held', 'small', 'addresses')),
  amount numeric not null,
  primary key (network, book)
);

-- A change of a book that is not in its sum yet.
create table deposit_changes (
  id bigint generated always as identity primary key,
  network text not null,
  book text not null,
  amount_micro numeric not null
);

-- What is on a buyer's own address. Below zero where a sweep was recorded before the deposit that it moved.
create table address_funds (
  chain_id bigint not null,
  address chain_address not null,
  network text not null references networks,
  units numeric not null,
  -- How many confirmed sweeps there were.
  sweeps int not null,
  primary key (chain_id, address)
) with (fillfactor = 80);
create index address_funds_to_sweep on address_funds (chain_id, address) where units > 0;

-- A change of what is on an address that is not in its sum yet.
create table address_changes (
  id bigint generated always as identity primary key,
  network text not null,
  chain_id bigint not null,
  address chain_address not null,
  units numeric not null,
  sweeps int not null
);
create index address_changes_address on address_changes (chain_id, address);

-- A reversal is a decision about a balance. It takes nothing from an address where the chain still has the deposit: a
-- sweep of it would leave the address below zero, and what arrives there later would not count.
-- Each kind of change has a function of its own: a trigger knows the rows of its kind only.

create function note_deposits_on_insert() returns trigger language plpgsql as $$
begin
  insert into deposit_changes (network, book, amount_micro)
  select network, book, sum(sign * amount_micro) from (select *, 1 as sign from new_rows) moved
  cross join lateral (values
    ('recorded', state <> 'reversed'), (state, state in ('unmatched', 'held', 'small'))) books (book, counts)
  where counts
  group by network, book having sum(sign * amount_micro) <> 0;
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, to_address, sum(sign * amount_units), 0 from (select *, 1 as sign from new_rows) moved
  where owner_id is not null and (state <> 'reversed' or is_confirmed)
  group by network, chain_id, to_address having sum(sign * amount_units) <> 0;
  return null;
end $$;
create trigger deposits_noted_on_insert after insert on deposits
  referencing new table as new_rows for each statement execute function note_deposits_on_insert();

create function note_deposits_on_update() returns trigger language plpgsql as $$
begin
  insert into deposit_changes (network, book, amount_micro)
  select network, book, sum(sign * amount_micro) from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) moved
  cross join lateral (values
    ('recorded', state <> 'reversed'), (state, state in ('unmatched', 'held', 'small'))) books (book, counts)
  where counts
  group by network, book having sum(sign * amount_micro) <> 0;
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, to_address, sum(sign * amount_units), 0 from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) moved
  where owner_id is not null and (state <> 'reversed' or is_confirmed)
  group by network, chain_id, to_address having sum(sign * amount_units) <> 0;
  return null;
end $$;
create trigger deposits_noted_on_update after update on deposits
  referencing new table as new_rows old table as old_rows for each statement execute function note_deposits_on_update();

create function note_deposits_on_delete() returns trigger language plpgsql as $$
begin
  insert into deposit_changes (network, book, amount_micro)
  select network, book, sum(sign * amount_micro) from (select *, -1 as sign from old_rows) moved
  cross join lateral (values
    ('recorded', state <> 'reversed'), (state, state in ('unmatched', 'held', 'small'))) books (book, counts)
  where counts
  group by network, book having sum(sign * amount_micro) <> 0;
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, to_address, sum(sign * amount_units), 0 from (select *, -1 as sign from old_rows) moved
  where owner_id is not null and (state <> 'reversed' or is_confirmed)
  group by network, chain_id, to_address having sum(sign * amount_units) <> 0;
  return null;
end $$;
create trigger deposits_noted_on_delete after delete on deposits
  referencing old table as old_rows for each statement execute function note_deposits_on_delete();
