-- Top-ups.

-- A top-up that a buyer asked for, or that was made for a payment to their own address. Network and addresses are those
-- of the payment method at its creation.
create table recharges (
  id bigint generated always as identity primary key,
  order_id text not null unique check (order_id ~ '^RECH[0-9]{17}$'),
  user_id bigint not null references users,
  network text not null,
  chain_id bigint not null,
  contract_address chain_address not null,
  wallet_address chain_address not null,
  checkout_address chain_address,
  -- Names it in the checkout contract's event.
  order_ref chain_hash not null unique,
  amount_micro bigint not null check (amount_micro > 0),
  pay_amount_micro bigint not null,
  -- What was accepted instead of the amount that the buyer chose: an admin assigned a payment that differs.
  accepted_micro bigint check (accepted_micro > 0),
  credited_micro bigint not null default 0,
  state text not null default 'waiting' check (state in (
    'waiting', 'seen', 'review', 'credited', 'cancelled', 'expired', 'rejected', 'reversed')),
  -- The payment, as soon as it is seen; cleared when a reorganisation takes it away.
  tx_hash chain_hash,
  sender_address chain_address,
  paid_block int,
  -- What the buyer's browser says was sent, and when it said so.
  submitted_tx_hash chain_hash,
  submitted_at timestamptz,
  idempotency_key text not null,
  created_at timestamptz not null,
  -- The chain's head as it was known then: what is in a later block is no older payment.
  head_at_creation int not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  -- Whether its buyer asked for it. The others have the amount of their payment and no time to pay.
  is_requested boolean not null default true,
  -- The exact amount names this top-up until reserved_until, for late payments too.
  is_reserved boolean not null default true,
  reserved_until timestamptz not null,
  -- Where a buyer without a credited top-up asked from: one IPv4 address or an IPv6 /64. Null once the amount is free.
  reserved_address text,
  -- A keyed hash, which only the shop can make, of whose it is, what is paid, where and until when. Payments are not
  -- credited by themselves to one without it.
  mac bytea,
  -- A repeated call gets the same top-up.
  constraint recharges_idempotency unique (user_id, idempotency_key),
  -- A reserved amount has digits of its own; where all of a cent are taken, the next cents are offered, ten at most.
  constraint recharges_pay_amount_check check (
    pay_amount_micro - amount_micro between 0 and 99999 and (not is_reserved or pay_amount_micro > amount_micro))
);
-- An exact amount names one top-up.
create unique index recharges_reserved_amount on recharges (chain_id, wallet_address, pay_amount_micro)
  where is_reserved;
create index recharges_reserved_address on recharges (reserved_address) where reserved_address is not null;
create index recharges_open on recharges (chain_id, expires_at) where state in ('waiting', 'seen');
create index recharges_to_release on recharges (chain_id, reserved_until) where is_reserved;
-- Lists stand newest first by id; each index serves one kind of filter in that order. Minus the id is an order that the
-- primary key does not have: asked for it, the planner cannot walk through all top-ups instead.
create index recharges_user on recharges (user_id, id);
create index recharges_states on recharges (network, state, (-id));
create index recharges_sender on recharges (sender_address, (-id)) where sender_address is not null;
create index recharges_wallet on recharges (wallet_address, (-id));
create index recharges_tx on recharges (tx_hash) where tx_hash is not null;
create index recharges_submitted_tx_hash on recharges (submitted_tx_hash) where submitted_tx_hash is not null;
create index recharges_amount on recharges (pay_amount_micro, id);
create index recharges_created on recharges using brin (created_at) with (pages_per_range = 16);

-- Which deposit paid which top-up; a deposit pays one.
create table recharge_deposits (
  deposit_id bigint primary key references deposits,
  recharge_id bigint not null references recharges
);
create index recharge_deposits_recharge on recharge_deposits (recharge_id);

-- A ticket that opens one payment in another browser. Hashes only: neither it nor the token it was used up for can be
-- read here.
create table recharge_tickets (
  id bigint generated always as identity primary key,
  recharge_id bigint not null references recharges,
  ticket_hash bytea not null unique,
  opens_until timestamptz not null,
  -- Set when the ticket is used up, once.
  token_hash bytea unique,
  token_until timestamptz,
  check ((token_hash is null) = (token_until is null))
);
create index recharge_tickets_recharge on recharge_tickets (recharge_id);

-- An allowance that a buyer's wallet was asked for.
create table recharge_authorizations (
  id bigint generated always as identity primary key,
  recharge_id bigint not null references recharges,
  wallet_address chain_address not null,
  mode text not null check (mode in ('safe', 'whitelist')),
  amount_micro bigint not null check (amount_micro > 0),
  -- The cap that held then: a record above it cannot exist, whatever code writes it.
  cap_micro bigint not null,
  contract_address chain_address not null,
  tx_hash chain_hash,
  created_at timestamptz not null,
  check (amount_micro <= cap_micro),
  constraint recharge_authorizations_once unique (recharge_id, wallet_address, mode, amount_micro)
);
