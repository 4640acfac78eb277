-- What users were told: a name and what it is about. The words are made when it is read or mailed.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  event text not null,
  -- The deposit, code, refund, claim or session, as the event says.
  reference bigint not null,
  -- What it says, where that stands nowhere else.
  facts jsonb,
  created_at timestamptz not null,
  read_at timestamptz,
  -- Whoever tells it twice tells it once.
  unique (user_id, event, reference)
);
create index notices_by_user on notices (user_id, id);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_by_age on notices (created_at);

-- Mails that a user does not want.
create table muted_notices (
  user_id bigint not null references users,
  event text not null,
  primary key (user_id, event)
);
