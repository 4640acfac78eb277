-- A sweep moves all that is on an address, also what was never recorded as a deposit. What it took beyond the books arrived
-- unrecorded: without it the address would stay below zero, and what arrives there later would not count.
alter table deposit_sweeps
  add column unrecorded_units numeric(78) not null default 0 check (unrecorded_units between 0 and amount_units);

create or replace function note_sweeps_on_insert() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * (amount_units - unrecorded_units)), sum(sign)
  from (select *, 1 as sign from new_rows) moved
  where is_confirmed
  group by network, chain_id, from_address
  having sum(sign * (amount_units - unrecorded_units)) <> 0 or sum(sign) <> 0;
  return null;
end $$;

create or replace function note_sweeps_on_update() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * (amount_units - unrecorded_units)), sum(sign)
  from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) moved
  where is_confirmed
  group by network, chain_id, from_address
  having sum(sign * (amount_units - unrecorded_units)) <> 0 or sum(sign) <> 0;
  return null;
end $$;

create or replace function note_sweeps_on_delete() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * (amount_units - unrecorded_units)), sum(sign)
  from (select *, -1 as sign from old_rows) moved
  where is_confirmed
  group by network, chain_id, from_address
  having sum(sign * (amount_units - unrecorded_units)) <> 0 or sum(sign) <> 0;
  return null;
end $$;

-- As the code does it after each recording.
with moved as (
  select chain_id, to_address as address, block_number, 0 as step, id, amount_units as units from deposits
  where owner_id is not null and (state <> 'reversed' or is_confirmed)
    and (chain_id, to_address) in (select chain_id, from_address from deposit_sweeps)
  union all
  select chain_id, from_address, block_number, 1, id, -amount_units from deposit_sweeps where is_confirmed),
balances as (
  select *, sum(units) over (partition by chain_id, address order by block_number, step, id) as balance from moved),
lows as (
  select *, greatest(-min(balance) over (partition by chain_id, address order by block_number, step, id), 0) as unrecorded
  from balances),
found as (
  select id, step, unrecorded - lag(unrecorded, 1, 0::numeric)
    over (partition by chain_id, address order by block_number, step, id) as units
  from lows)
update deposit_sweeps s set unrecorded_units = found.units
from found where found.step = 1 and found.id = s.id and found.units > 0;
