-- Settings, users, roles, agents, sessions; the ledger; mail waiting to be sent.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- ---- Ledger -------------------------------------------------------------------------------------
-- A user's available account carries the user's own id, so that an order needs no look-up.
-- Numbers below 1000 are the system's accounts; they keep no balance, so that no order waits for another.

create sequence ledger_account_ids start 1000;

create table ledger_accounts (
  id bigint primary key default nextval('ledger_account_ids'),
  kind text not null check (kind in (
    'inflow', 'unmatched', 'held', 'revenue', 'adjustments', 'payouts', 'available', 'debt', 'commission')),
  user_id bigint,
  network text,
  balance_micro bigint,
  unique (user_id, kind),
  constraint ledger_accounts_available_not_negative check (kind <> 'available' or balance_micro >= 0),
  check ((user_id is null) = (balance_micro is null))
) with (fillfactor = 70);

insert into ledger_accounts (id, kind, network) values
  (1, 'inflow', 'TRON'), (2, 'inflow', 'ETH'),
  (3, 'unmatched', null), (4, 'held', null), (5, 'revenue', null), (6, 'adjustments', null), (7, 'payouts', null);

-- One row a movement: it balances by construction. The pair of kind and reference names the business
-- event and lets it happen once.
create table ledger_movements (
  id bigint generated always as identity primary key,
  kind text not null,
  reference bigint not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount_micro bigint not null check (amount_micro > 0),
  created_at timestamptz not null,
  check (debit_account <> credit_account),
  unique (kind, reference)
);
create index ledger_movements_debit on ledger_movements (debit_account, id) where debit_account >= 1000;
create index ledger_movements_credit on ledger_movements (credit_account, id) where credit_account >= 1000;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger ledger_movements_append_only before update or delete or truncate on ledger_movements
  for each statement execute function refuse_change();

-- ---- Users --------------------------------------------------------------------------------------

create table roles (
  id bigint generated always as identity primary key,
  name text not null unique,
  menus text[] not null,
  actions text[] not null,
  is_owner boolean not null default false
);
create unique index roles_one_owner on roles (is_owner) where is_owner;

create table users (
  id bigint primary key default nextval('ledger_account_ids'),
  username text not null,
  username_key text not null constraint users_username_taken unique,
  email text not null,
  email_key text not null constraint users_email_taken unique,
  password_hash text not null,
  status text not null default 'active' check (status in ('active', 'frozen', 'closed')),
  role_id bigint references roles,
  agent_id bigint,
  language text not null default 'en',
  created_at timestamptz not null
);

create table agents (
  user_id bigint primary key references users,
  platform_name text not null,
  promotion_code text not null unique check (promotion_code ~ '^[A-Z0-9]{8}$'),
  telegram text not null default '',
  commission_basis_points int not null default 0 check (commission_basis_points between 0 and 10000),
  state text not null default 'active' check (state in ('active', 'paused')),
  created_at timestamptz not null
);
alter table users add foreign key (agent_id) references agents;

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id);

-- The code itself is made when its e-mail is rendered; only its hash is kept.
create table reset_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  code_hash text,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_codes_user on reset_codes (user_id, id);

-- ---- Mail ---------------------------------------------------------------------------------------
-- Rows hold a reference and are rendered when sent, so that nothing outlives a purge.

create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  reference bigint not null,
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  attempts int not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_due on mails (next_at) where state = 'queued';

-- What the sandbox would have mailed.
create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  attachments jsonb not null,
  sent_at timestamptz not null
);
