-- What admins did, and what waits for a second person.

-- Who changed what. Append-only; each entry's hash covers its content and the hash before it, so that neither a change
-- nor a gap stays unseen. Ids have no gaps: they are given under the lock that also orders the hashes.
create table audit_entries (
  id bigint primary key check (id > 0),
  at timestamptz not null,
  user_id bigint,
  job text,
  address text not null,
  request_id text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  -- Either a user or a job acted.
  check ((user_id is null) <> (job is null))
);
create index audit_entries_user on audit_entries (user_id, id);
create index audit_entries_action on audit_entries (action, id);
create index audit_entries_subject on audit_entries (subject text_pattern_ops, id);
create index audit_entries_at on audit_entries (at);

create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- A head of the audit log that was mailed to those who read it, to be compared with what stands outside the database.
create table mailed_audit_heads (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  hash bytea not null,
  at timestamptz not null,
  telegram_at timestamptz
);
create index mailed_audit_heads_at on mailed_audit_heads (at);

-- A change that waits for a second person, for time, or for both.
create table proposals (
  id bigint generated always as identity primary key,
  -- The event that is announced when it is applied; its terms are the event's.
  kind text not null,
  subject text not null,
  terms jsonb not null,
  reason text not null,
  -- Who would gain by it, and so does not approve it.
  beneficiary_id bigint references users,
  -- The permission of those who may propose and approve it.
  action text not null,
  cools_ms bigint not null check (cools_ms >= 0),
  state text not null check (state in ('proposed', 'approved', 'cooling', 'applied', 'vetoed', 'expired', 'failed')),
  proposed_by bigint references users,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  approved_by bigint references users,
  approved_at timestamptz,
  due_at timestamptz,
  settled_by bigint references users,
  settled_at timestamptz,
  -- Why it was vetoed or why it failed.
  outcome text not null default '',
  idempotency_key text,
  -- A keyed hash of whom it binds to what, from when on. Whoever can write here without the shop's keys makes no
  -- proposal that is applied.
  mac bytea,
  -- The second person is another one.
  check (approved_by <> proposed_by),
  check ((state in ('approved', 'cooling')) <= (due_at is not null)),
  check ((settled_at is not null) = (state in ('applied', 'vetoed', 'expired', 'failed')))
);
-- One open change of a kind for a subject.
create unique index proposals_one_open on proposals (kind, subject)
  where state in ('proposed', 'approved', 'cooling');
create unique index proposals_key on proposals (proposed_by, idempotency_key);
create index proposals_subject on proposals (subject, id);
create index proposals_due on proposals (due_at) where state in ('approved', 'cooling');
create index proposals_waiting on proposals (expires_at) where state = 'proposed';
