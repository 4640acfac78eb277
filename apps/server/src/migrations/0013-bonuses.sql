-- Bonuses on top-ups.

-- Where they come from.
insert into ledger_accounts (id, kind) values (102, 'bonuses');

-- A bonus for payments that their chain has between its start and its end.
create table bonuses (
  id bigint generated always as identity primary key,
  -- For the operator.
  name text not null,
  -- Who gets it; empty for everybody.
  level_ids bigint[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_on boolean not null default true,
  created_at timestamptz not null,
  check (ends_at > starts_at)
);

-- What a payment of at least so much earns: a part of itself, or an amount.
create table bonus_tiers (
  bonus_id bigint not null references bonuses on delete cascade,
  from_micro bigint not null check (from_micro > 0),
  basis_points int check (basis_points between 1 and 10000),
  amount_micro bigint check (amount_micro > 0),
  primary key (bonus_id, from_micro),
  check ((basis_points is null) <> (amount_micro is null))
);

-- What a deposit earned, once: the best of all. It stays when the deposit is reversed; the ledger takes it back.
create table deposit_bonuses (
  deposit_id bigint primary key references deposits,
  bonus_id bigint not null references bonuses,
  user_id bigint not null references users,
  amount_micro bigint not null check (amount_micro > 0)
);
create index deposit_bonuses_bonus on deposit_bonuses (bonus_id);
