-- Moving what is on buyers' own addresses to the treasury.

-- One transfer from a buyer's address to the treasury: no deposit, and no change of anybody's balance.
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
  -- A sweep moves all that is on an address. What it took beyond the books arrived unrecorded: without it the address
  -- would stay below zero, and what arrives there later would not count.
  unrecorded_units numeric(78) not null default 0 check (unrecorded_units between 0 and amount_units),
  recorded_at timestamptz not null,
  -- Whether its block still counts: false above the block that a halted chain was resumed from, until it is read again.
  is_confirmed boolean not null default true,
  constraint deposit_sweeps_identity unique (chain_id, tx_hash, ordinal)
);
create index deposit_sweeps_from on deposit_sweeps (chain_id, from_address);
create index deposit_sweeps_recorded on deposit_sweeps (recorded_at);

-- What a sweep took is off the books of its address; see 120-deposits.sql.

create function note_sweeps_on_insert() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * (amount_units - unrecorded_units)), sum(sign)
  from (select *, 1 as sign from new_rows) moved
  where is_confirmed
  group by network, chain_id, from_address
  having sum(sign * (amount_units - unrecorded_units)) <> 0 or sum(sign) <> 0;
  return null;
end $$;
create trigger deposit_sweeps_noted_on_insert after insert on deposit_sweeps
  referencing new table as new_rows for each statement execute function note_sweeps_on_insert();

create function note_sweeps_on_update() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * (amount_units - unrecorded_units)), sum(sign)
  from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) moved
  where is_confirmed
  group by network, chain_id, from_address
  having sum(sign * (amount_units - unrecorded_units)) <> 0 or sum(sign) <> 0;
  return null;
end $$;
create trigger deposit_sweeps_noted_on_update after update on deposit_sweeps
  referencing new table as new_rows old table as old_rows for each statement execute function note_sweeps_on_update();

create function note_sweeps_on_delete() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * (amount_units - unrecorded_units)), sum(sign)
  from (select *, -1 as sign from old_rows) moved
  where is_confirmed
  group by network, chain_id, from_address
  having sum(sign * (amount_units - unrecorded_units)) <> 0 or sum(sign) <> 0;
  return null;
end $$;
create trigger deposit_sweeps_noted_on_delete after delete on deposit_sweeps
  referencing old table as old_rows for each statement execute function note_sweeps_on_delete();
