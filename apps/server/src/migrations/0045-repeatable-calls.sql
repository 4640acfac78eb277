-- A change of many things that a caller can repeat by its key, with what it was answered. Written in the transaction of
-- the change: the answer is null until that has been committed, and so for nobody who reads it.
create table repeatable_calls (
  user_id bigint not null references users,
  idempotency_key text not null,
  -- SHA-256 of what was asked: the key stands for nothing else.
  request_hash bytea not null,
  answer jsonb,
  called_at timestamptz not null,
  primary key (user_id, idempotency_key)
);

-- Filters and order of a table of the back office, which an admin has saved under a name for themselves.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Which table of the back office.
  list text not null,
  name text not null,
  -- As the address of the page has them.
  query text not null,
  unique (user_id, list, name)
);
