-- What colleagues write to each other about a user, an order or a product.
create table notes (
  id bigint generated always as identity primary key,
  subject text not null check (subject in ('user', 'order', 'goods')),
  -- A user, an order (its own number stands elsewhere) or a product.
  subject_id bigint not null,
  text text not null,
  written_by bigint not null references users,
  created_at timestamptz not null,
  -- When its writer changed it; null if never.
  edited_at timestamptz
);
create index notes_subject on notes (subject, subject_id, id);

-- Answers that support writes often.
create table saved_replies (
  id bigint generated always as identity primary key,
  name text not null unique,
  -- By language; with placeholders, such as {name}.
  texts jsonb not null,
  updated_at timestamptz not null
);

alter table support_conversations
  -- The answer whose e-mail went last, the last answer in it, and when.
  add column mailed_for bigint,
  add column mailed_through bigint,
  add column mailed_at timestamptz,
  -- Who of the shop looks after it, and up to which message it is closed: the next one opens it again. The version before
  -- knows neither and leaves both alone.
  add column assigned_to bigint,
  add column closed_through bigint;
