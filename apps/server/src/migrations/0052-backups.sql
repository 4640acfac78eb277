-- Backups that the shop was told of, so that an old or missing one can be seen. What a backup holds ends before its
-- own row.
create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  -- Where it was made, as its maker said: a file, a host, the name of a tool.
  place text not null,
  bytes bigint check (bytes >= 0)
);

create index backups_taken on backups (taken_at desc);
