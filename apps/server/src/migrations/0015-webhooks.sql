-- Webhooks: what happens is sent to programs of buyers, and to the shop's own systems.

-- An endpoint of a program.
create table webhooks (
  id bigint generated always as identity primary key,
  -- Null: of the shop, made by an admin.
  user_id bigint references users,
  -- The lane and the log of all callbacks of a key's orders; null for an endpoint of its own.
  api_key_id bigint,
  -- Who is told when it is switched off.
  created_by bigint not null references users,
  url text not null,
  note text not null,
  events text[] not null,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('owner', 'failing', 'gone')),
  -- Attempts that failed since the last one that did not, for waits that grow.
  failures int not null default 0,
  failing_since timestamptz,
  -- Nothing is sent before.
  paused_until timestamptz,
  created_at timestamptz not null,
  check (is_on = (off_reason is null))
);
create index webhooks_user on webhooks (user_id);

-- A secret that signs what is sent to an endpoint: the newest, and for a day the one before.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  key_id text not null references sealing_keys,
  sealed bytea not null,
  created_at timestamptz not null,
  -- Null for the newest.
  ends_at timestamptz
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id);

-- An event that has happened: the sender takes it and writes it for each endpoint that wants it. One row, whatever the
-- number of endpoints, in the transaction of what happened.
create table webhook_events (
  id bigint generated always as identity primary key,
  -- The same for all endpoints and attempts.
  message_id text not null,
  type text not null,
  subject text not null,
  body text not null,
  -- The endpoints that get it.
  webhook_ids bigint[] not null,
  -- Where the order wants it; null: to no order's address.
  callback_url text,
  created_at timestamptz not null
);

-- An event for one endpoint, written in the transaction of what happened.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  -- The same for all attempts.
  message_id text not null,
  type text not null,
  -- What it is about: events of one subject are sent in their order.
  subject text not null,
  body text not null,
  -- Where a callback goes; null: to the endpoint's own address.
  url text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  created_at timestamptz not null,
  -- From when on three days are tried: its beginning, or when it was last asked for again.
  since timestamptz not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  -- The last attempt.
  attempted_at timestamptz,
  status int,
  answer text,
  took_ms int,
  failure text
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_subject on webhook_deliveries (subject, id) where state = 'waiting';
