-- Whether a deposit is on its chain as far as the shop knows: false from when its blocks are in doubt until it is read again.
-- What stays false is lost.
alter table deposits add column is_confirmed boolean not null default true;
create index deposits_lost on deposits (id) where not is_confirmed and state not in ('reversed', 'rejected');

-- What was reversed had been lost, unless more was swept from its address than the other deposits had brought there.
update deposits d set is_confirmed = false
where state = 'reversed' and (owner_id is null or 0 <= (
  select coalesce(sum(units), 0) from (
    select units from address_funds f where f.chain_id = d.chain_id and f.address = d.to_address
    union all select units from address_changes c where c.chain_id = d.chain_id and c.address = d.to_address) funds));

-- A reversal is a decision about a balance. It takes nothing from an address where the chain still has the deposit: a
-- sweep of it would leave the address below zero, and what arrives there later would not count.
create or replace function note_deposits_on_insert() returns trigger language plpgsql as $$
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

create or replace function note_deposits_on_update() returns trigger language plpgsql as $$
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

create or replace function note_deposits_on_delete() returns trigger language plpgsql as $$
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

insert into address_changes (network, chain_id, address, units, sweeps)
select network, chain_id, to_address, sum(amount_units), 0 from deposits
where owner_id is not null and state = 'reversed' and is_confirmed
group by network, chain_id, to_address;
