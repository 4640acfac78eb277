-- Why the last attempt to read all addresses of a chain failed; empty once it got on.
alter table address_cursors add column problems jsonb not null default '[]';
