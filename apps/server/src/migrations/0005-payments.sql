-- A transaction that a buyer named as their payment, and what it was. Nothing is credited by it.
create table named_payments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  tx_hash chain_hash not null,
  -- The network that it was named for, and the top-up, if any.
  named_network text not null,
  order_id text,
  named_at timestamptz not null,
  -- What it was at the last look.
  state text not null default 'notSeen' check (state in ('notSeen', 'confirming', 'small', 'review', 'credited',
    'rejected', 'unmatched', 'otherNetwork', 'otherToken', 'coin', 'failed', 'otherAddress')),
  -- Where it was found.
  network text,
  chain_id bigint,
  block_number int,
  -- A decimal, in USDT or the network's coin; null for another token.
  amount text,
  token_address chain_address,
  sender_address chain_address,
  receiver_address chain_address,
  confirmations int,
  -- The next look; null once nothing changes any more.
  look_at timestamptz,
  reviewed_by bigint references users,
  reviewed_at timestamptz,
  review text,
  constraint named_payments_once unique (user_id, tx_hash),
  check ((reviewed_at is null) = (review is null))
);
create index named_payments_hash on named_payments (tx_hash);
create index named_payments_due on named_payments (look_at) where look_at is not null;
create index named_payments_of_user on named_payments (user_id, named_at);
create index named_payments_open on named_payments (id) where reviewed_at is null
  and (state in ('otherNetwork', 'otherToken', 'coin') or (state = 'unmatched' and sender_address = '0x0000000000000000000000000000000000000000'));

-- What was named before; nobody looks it up again.
insert into named_payments (user_id, tx_hash, named_network, order_id, named_at)
  select distinct on (user_id, submitted_tx_hash) user_id, submitted_tx_hash, network, order_id,
    coalesce(submitted_at, created_at)
  from recharges where submitted_tx_hash is not null order by user_id, submitted_tx_hash, id desc;
