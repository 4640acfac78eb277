-- What the books compare with the ledger, added up: deposits by network and state, and what is on buyers' own addresses.
-- Triggers write down every change, so the sums follow whatever writes to the tables. They do not add it up themselves:
-- all deposits of a network would wait for one row. A job does; readers add what it has not come to.

-- `book` is "recorded" (every deposit that is not reversed), a state that waits for someone, or "addresses" (what is on
-- the network's own addresses, in the token's own units).
create table deposit_totals (
  network text not null references networks,
  book text not null check (book in ('recorded', 'unmatched', 'held', 'small', 'addresses')),
  amount numeric not null,
  primary key (network, book)
);
create table deposit_changes (
  id bigint generated always as identity primary key,
  network text not null,
  book text not null,
  amount_micro numeric not null
);

-- Below zero where a sweep was recorded before the deposit that it moved.
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
create table address_changes (
  id bigint generated always as identity primary key,
  network text not null,
  chain_id bigint not null,
  address chain_address not null,
  units numeric not null,
  sweeps int not null
);
create index address_changes_address on address_changes (chain_id, address);

create index deposits_recorded on deposits (recorded_at);
create index deposit_sweeps_recorded on deposit_sweeps (recorded_at);

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
  where owner_id is not null and state <> 'reversed'
  group by network, chain_id, to_address having sum(sign * amount_units) <> 0;
  return null;
end $$;
create trigger deposits_noted_on_insert after insert on deposits
  referencing new table as new_rows for each statement execute function note_deposits_on_insert();

create function note_sweeps_on_insert() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * amount_units), sum(sign) from (select *, 1 as sign from new_rows) moved
  where is_confirmed
  group by network, chain_id, from_address having sum(sign * amount_units) <> 0 or sum(sign) <> 0;
  return null;
end $$;
create trigger deposit_sweeps_noted_on_insert after insert on deposit_sweeps
  referencing new table as new_rows for each statement execute function note_sweeps_on_insert();

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
  where owner_id is not null and state <> 'reversed'
  group by network, chain_id, to_address having sum(sign * amount_units) <> 0;
  return null;
end $$;
create trigger deposits_noted_on_update after update on deposits
  referencing new table as new_rows old table as old_rows for each statement execute function note_deposits_on_update();

create function note_sweeps_on_update() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * amount_units), sum(sign) from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) moved
  where is_confirmed
  group by network, chain_id, from_address having sum(sign * amount_units) <> 0 or sum(sign) <> 0;
  return null;
end $$;
create trigger deposit_sweeps_noted_on_update after update on deposit_sweeps
  referencing new table as new_rows old table as old_rows for each statement execute function note_sweeps_on_update();

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
  where owner_id is not null and state <> 'reversed'
  group by network, chain_id, to_address having sum(sign * amount_units) <> 0;
  return null;
end $$;
create trigger deposits_noted_on_delete after delete on deposits
  referencing old table as old_rows for each statement execute function note_deposits_on_delete();

create function note_sweeps_on_delete() returns trigger language plpgsql as $$
begin
  insert into address_changes (network, chain_id, address, units, sweeps)
  select network, chain_id, from_address, -sum(sign * amount_units), sum(sign) from (select *, -1 as sign from old_rows) moved
  where is_confirmed
  group by network, chain_id, from_address having sum(sign * amount_units) <> 0 or sum(sign) <> 0;
  return null;
end $$;
create trigger deposit_sweeps_noted_on_delete after delete on deposit_sweeps
  referencing old table as old_rows for each statement execute function note_sweeps_on_delete();

-- The triggers keep others from writing until this is committed, so nothing is missing and nothing counts twice.
insert into deposit_totals (network, book, amount)
select network, book, sum(amount_micro) from deposits
  cross join lateral (values
    ('recorded', state <> 'reversed'), (state, state in ('unmatched', 'held', 'small'))) books (book, counts)
  where counts
group by network, book;

insert into address_funds (chain_id, address, network, units, sweeps)
select chain_id, address, network, sum(units), sum(sweeps) from (
  select chain_id, to_address as address, network, amount_units as units, 0 as sweeps from deposits
  where owner_id is not null and state <> 'reversed'
  union all
  select chain_id, from_address, network, -amount_units, 1 from deposit_sweeps where is_confirmed) moved
group by chain_id, address, network;

insert into deposit_totals (network, book, amount)
select network, 'addresses', sum(greatest(units, 0)) from address_funds group by network;
