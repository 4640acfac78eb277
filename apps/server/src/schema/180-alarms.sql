-- What a person must look at.

-- A problem, from when to when it stood.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null,
  network text,
  -- What it is about, as one proposal; empty where the kind says it all.
  about text not null default '',
  -- Codes with their facts, worded in the reader's language.
  findings jsonb not null,
  began_at timestamptz not null,
  -- Null while it stands.
  ended_at timestamptz check (ended_at >= began_at),
  -- When the operators' chat was told; null where it was not, or there is none.
  telegram_at timestamptz
);
-- One of a kind stands at a time, of each thing that it is about.
create unique index alarms_standing on alarms (kind, coalesce(network, ''), about) where ended_at is null;
