-- What the shop itself has last written of each network's payment methods, under its keys: a row that was changed,
-- added, removed or put back by other means differs from it. The sealed text has a version, and the audit log knows
-- the newest one. Rows that stand here already are sealed at the next start.
create table payment_method_seals (
  id bigint generated always as identity primary key,
  type text not null unique references networks,
  key_id text not null references sealing_keys,
  sealed bytea not null
);

-- The heads of the audit log that were mailed to those who read it, so that it can be compared with what stands
-- outside the database.
create table mailed_audit_heads (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  hash bytea not null,
  at timestamptz not null,
  telegram_at timestamptz
);
create index mailed_audit_heads_at on mailed_audit_heads (at);
