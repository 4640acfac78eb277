-- What became of the last reading of a network's sanctions list from the addresses in the settings. A network without
-- such an address has no row.
create table sanctions_fetches (
  network text primary key references networks,
  tried_at timestamptz not null,
  -- The last time the whole list was read and is in force; null before the first time.
  fetched_at timestamptz,
  -- Of the sorted addresses of that list, one a line.
  sha256 text,
  listed int check (listed > 0),
  -- Why the last attempt changed nothing; null where it succeeded.
  problem text,
  -- The list was read, and is too short to be believed.
  is_refused boolean not null default false,
  check ((fetched_at is null) = (sha256 is null) and (fetched_at is null) = (listed is null))
);
