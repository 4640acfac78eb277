-- What the money side of the back office looks for, writes down and is told by.

-- ---- Lists of top-ups and deposits --------------------------------------------------------------
-- Every list stands newest first by id; each index serves one kind of filter in that order. Minus the id is an order
-- that the primary key does not have: asked for it, the planner cannot walk through all top-ups instead.

create index recharges_states on recharges (network, state, (-id));
create index recharges_sender on recharges (sender_address, (-id)) where sender_address is not null;
create index recharges_wallet on recharges (wallet_address, (-id));
create index recharges_tx on recharges (tx_hash) where tx_hash is not null;
create index recharges_hint on recharges (hinted_tx_hash) where hinted_tx_hash is not null;
create index deposits_tx on deposits (tx_hash);
create index deposits_sender on deposits (from_address, id);
create index proposals_subject on proposals (subject, id);

-- When the buyer's browser named a transaction, and when they gave the top-up up; null before this was kept.
alter table recharges add column hinted_at timestamptz, add column cancelled_at timestamptz;

-- A chain that contradicts itself is read again from where it did not: what is below this block, twice.
alter table chain_cursors add column reread_to int;

-- ---- Logs put aside -----------------------------------------------------------------------------

alter table quarantined_logs
  add column id bigint generated always as identity unique,
  add column network text,
  -- Whether it tells of a fault, or is one of those that anybody can cause and that harm nobody.
  add column is_harmless boolean not null default false,
  add column reviewed_by bigint references users,
  add column reviewed_at timestamptz,
  add column review text,
  add check ((reviewed_at is null) = (review is null));
update quarantined_logs q set
  network = coalesce((select m.type from payment_methods m where m.chain_id = q.chain_id limit 1), 'ETH'),
  is_harmless = reason in ('the amount is zero', 'sent by ourselves');
alter table quarantined_logs alter column network set not null;
create index quarantined_logs_open on quarantined_logs (id) where reviewed_at is null and not is_harmless;

-- ---- Alarms by Telegram -------------------------------------------------------------------------

-- When the operators' chat was told; null where it was not, or there is none.
alter table alarms add column telegram_at timestamptz;

-- ---- Documents ----------------------------------------------------------------------------------

-- The operator's own terms, privacy policy and refund rules, by language; cleaned HTML. What is absent is
-- the built-in text.
create table documents (
  name text primary key check (name in ('terms', 'privacy', 'refunds')),
  body jsonb not null,
  updated_at timestamptz not null
);
