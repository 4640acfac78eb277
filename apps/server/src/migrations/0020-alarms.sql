-- What a person must look at: from when to when it stood.
create table alarms (
  id bigint generated always as identity primary key,
  kind text not null,
  network text,
  detail text not null,
  began_at timestamptz not null,
  -- Null while it stands.
  ended_at timestamptz check (ended_at >= began_at)
);

-- One of a kind stands at a time.
create unique index alarms_standing on alarms (kind, coalesce(network, '')) where ended_at is null;
