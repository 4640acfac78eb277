-- Payment methods, the followed chains and their deposits, top-ups, the sandbox.

-- Addresses and hashes are kept as lower-case hex; base58 and checksum case are made at the edge.
create domain chain_address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain chain_hash as text check (value ~ '^0x[0-9a-f]{64}$');

create table payment_methods (
  id bigint generated always as identity primary key,
  type text not null check (type in ('TRON', 'ETH')),
  chain_id bigint not null,
  contract_address chain_address not null,
  wallet_address chain_address not null,
  checkout_address chain_address,
  enabled boolean not null default true,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index payment_methods_one_active on payment_methods (type) where retired_at is null;

-- ---- Deposits -----------------------------------------------------------------------------------

-- The last final block whose transfers are recorded. It moves by compare-and-set, never jumps.
create table chain_cursors (
  chain_id bigint primary key,
  block_number int not null,
  block_hash chain_hash not null,
  block_time timestamptz not null
);

-- How the follower fares; kept apart from the cursor, which has no row before a node first answered.
create table chain_statuses (
  chain_id bigint primary key,
  network text not null,
  state text not null check (state in ('following', 'stalled', 'halted')),
  detail text not null,
  head int,
  final int,
  checked_at timestamptz not null
);

-- Final transfers to our wallets, one row each for ever. The unique identity is the last line of defence
-- against a second credit: the ordinal counts within the transaction, for a block-wide index can move.
create table deposits (
  id bigint generated always as identity primary key,
  network text not null,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int not null,
  block_number int not null,
  block_hash chain_hash not null,
  block_time timestamptz not null,
  contract_address chain_address not null,
  from_address chain_address not null,
  to_address chain_address not null,
  amount_micro bigint not null check (amount_micro > 0),
  order_ref chain_hash,
  state text not null check (state in ('final', 'held', 'unmatched', 'credited', 'rejected', 'reversed')),
  user_id bigint,
  recorded_at timestamptz not null,
  constraint deposits_identity unique (chain_id, tx_hash, ordinal),
  check ((state in ('credited', 'reversed')) = (user_id is not null))
);
create index deposits_unmatched on deposits (id) where state = 'unmatched';

-- What is on its way above the final block: replaced as a whole, shown, never credited.
create table pending_transfers (
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int not null,
  block_number int not null,
  block_time timestamptz not null,
  from_address chain_address not null,
  to_address chain_address not null,
  amount_micro bigint not null,
  order_ref chain_hash,
  primary key (chain_id, tx_hash, ordinal)
);

-- Logs of our token that concern us but break a rule: for a person to look at.
create table quarantined_logs (
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int not null,
  block_number int not null,
  reason text not null,
  recorded_at timestamptz not null,
  primary key (chain_id, tx_hash, ordinal)
);

-- ---- Recharges ----------------------------------------------------------------------------------

create table recharges (
  id bigint generated always as identity primary key,
  order_id text not null unique check (order_id ~ '^RECH[0-9]{17}$'),
  user_id bigint not null references users,
  network text not null,
  chain_id bigint not null,
  contract_address chain_address not null,
  wallet_address chain_address not null,
  checkout_address chain_address,
  order_ref chain_hash not null unique,
  amount_micro bigint not null check (amount_micro > 0),
  pay_amount_micro bigint not null,
  credited_micro bigint not null default 0,
  state text not null default 'waiting' check (state in (
    'waiting', 'seen', 'review', 'credited', 'cancelled', 'expired', 'rejected', 'reversed')),
  -- The payment, as soon as it is seen; cleared when a reorganisation takes it away.
  tx_hash chain_hash,
  sender_address chain_address,
  paid_block int,
  -- What the buyer's browser says was sent.
  hinted_tx_hash chain_hash,
  idempotency_key text not null,
  created_at timestamptz not null,
  -- The chain's head as it was known then: what is in a later block is no older payment.
  head_at_creation int not null,
  expires_at timestamptz not null,
  -- The exact amount names this top-up until `reserved_until`, for late payments too.
  is_reserved boolean not null default true,
  reserved_until timestamptz not null,
  constraint recharges_idempotency unique (user_id, idempotency_key),
  check (pay_amount_micro - amount_micro between 1 and 9999)
);
create unique index recharges_reserved_amount on recharges (chain_id, wallet_address, pay_amount_micro)
  where is_reserved;
create index recharges_user on recharges (user_id, id);
create index recharges_open on recharges (chain_id, expires_at) where state in ('waiting', 'seen');
create index recharges_to_release on recharges (chain_id, reserved_until) where is_reserved;

-- Which deposit paid which top-up; a deposit pays one.
create table recharge_deposits (
  deposit_id bigint primary key references deposits,
  recharge_id bigint not null references recharges
);
create index recharge_deposits_recharge on recharge_deposits (recharge_id);

-- ---- Sandbox ------------------------------------------------------------------------------------

-- Passwords in the clear: they are printed at each start of a sandbox, and open nothing else.
create table sandbox_sign_ins (
  role text primary key check (role in ('owner', 'buyer', 'agent')),
  username text not null,
  password text not null
);
