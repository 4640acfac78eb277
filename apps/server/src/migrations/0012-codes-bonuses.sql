-- Takes a part of an order's total off. An empty list of products, categories, levels or buyers: all of them.
create table coupons (
  id bigint generated always as identity primary key,
  -- In capitals.
  code text collate "C" not null unique,
  -- For the operator.
  note text not null default '',
  kind text not null check (kind in ('percent', 'fixed')),
  basis_points int check (basis_points between 1 and 10000),
  amount_micro bigint check (amount_micro > 0),
  -- Of the order, before the coupon.
  min_total_micro bigint not null default 0 check (min_total_micro >= 0),
  max_discount_micro bigint check (max_discount_micro > 0),
  goods_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  level_ids bigint[] not null default '{}',
  user_ids bigint[] not null default '{}',
  -- Only for a buyer who has ordered nothing yet.
  first_order boolean not null default false,
  per_buyer int check (per_buyer > 0),
  max_uses int check (max_uses > 0),
  -- How many orders used it.
  uses int not null default 0,
  -- Whether it comes on top of a price that is already lower than the list's.
  combinable boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_on boolean not null default true,
  created_at timestamptz not null,
  check ((kind = 'percent') = (basis_points is not null) and (kind = 'fixed') = (amount_micro is not null)),
  check (ends_at > starts_at),
  -- No use too many, whichever process counts.
  constraint coupons_within_uses check (uses <= max_uses)
);

-- An order that a coupon made cheaper.
create table coupon_uses (
  order_id bigint primary key,
  -- As the order names it: a foreign key would cost every order a look-up and a lock. The coupon is locked where its uses
  -- are counted by buyer.
  coupon_id bigint not null,
  user_id bigint not null,
  discount_micro bigint not null,
  at timestamptz not null
);
create index coupon_uses_coupon on coupon_uses (coupon_id, user_id);
create trigger coupon_uses_append_only before update or delete or truncate on coupon_uses
  for each statement execute function refuse_change();

-- Coupons and redeem codes that a user made up, within a quarter of an hour.
create table code_tries (
  user_id bigint references users,
  kind text check (kind in ('coupon', 'redeemCode')),
  tries int not null,
  ends_at timestamptz not null,
  primary key (user_id, kind)
);

-- Codes of one value that are made together.
create table redeem_batches (
  id bigint generated always as identity primary key,
  -- For the operator.
  note text not null,
  value_micro bigint not null check (value_micro > 0),
  codes int not null check (codes between 1 and 10000),
  starts_at timestamptz not null,
  ends_at timestamptz,
  created_by bigint not null references users,
  created_at timestamptz not null,
  idempotency_key text not null,
  proposal_id bigint references proposals,
  -- Whether its creator made it alone, within their limit.
  is_alone boolean not null default false,
  -- Null until it may be made.
  approved_at timestamptz,
  -- Null until its codes are made, which happens once.
  issued_at timestamptz,
  -- From then on its unused codes are worth nothing.
  voided_at timestamptz,
  -- A repeated call makes no second batch.
  constraint redeem_batches_once unique (created_by, idempotency_key),
  check (ends_at > starts_at),
  check (issued_at is null or approved_at is not null)
);
-- What counts against the limits of a day.
create index redeem_batches_approved on redeem_batches (approved_at) where approved_at is not null;

-- A code, of which only a keyed hash is kept.
create table redeem_codes (
  id bigint generated always as identity primary key,
  batch_id bigint not null references redeem_batches,
  code_hash bytea not null unique,
  used_by bigint references users,
  used_at timestamptz,
  check ((used_by is null) = (used_at is null))
);
create index redeem_codes_used on redeem_codes (batch_id) where used_by is not null;

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
  -- Who had brought the user, 0 for nobody.
  agent_id bigint not null,
  amount_micro bigint not null check (amount_micro > 0)
);
create index deposit_bonuses_bonus on deposit_bonuses (bonus_id);
create trigger deposit_bonuses_append_only before update or delete or truncate on deposit_bonuses
  for each statement execute function refuse_change();

-- A reversed deposit takes its bonus along, in the same transaction: a version that knows no bonuses fails instead.
create function require_bonus_reversal() returns trigger language plpgsql as $$
begin
  if exists (select from deposit_bonuses where deposit_id = new.id)
      and not exists (
        select from ledger_movements
        where kind in ('bonusReversal', 'bonusReversalDebt') and reference = new.id) then
    raise exception 'deposits_bonus_reversed: the bonus of deposit % was not taken back', new.id;
  end if;
  return null;
end $$;
create constraint trigger deposits_bonus_reversed after update of state on deposits
  deferrable initially deferred
  for each row when (new.state = 'reversed' and old.state <> 'reversed') execute function require_bonus_reversal();
