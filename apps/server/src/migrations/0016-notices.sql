-- What users were told: a name and what it is about. The words are made when it is read or mailed.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  event text not null,
  -- The deposit, code, refund, claim or session, as the event says.
  reference bigint not null,
  -- What it says, where that stands nowhere else.
  facts jsonb,
  -- What it says more about: within five minutes the same is not told again.
  about text,
  -- False for whoever wants it on other ways only; then it counts as read.
  is_listed boolean not null default true,
  created_at timestamptz not null,
  read_at timestamptz,
  -- Whoever tells it twice tells it once.
  unique (user_id, event, reference)
);
create index notices_by_user on notices (user_id, id);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_by_age on notices (created_at);
-- Notices that hold what they say are read by what they are about.
create index notices_recorded on notices (reference) where facts is not null;
-- What was told of the same within five minutes.
create index notices_about on notices (event, about, created_at) where about is not null;
-- Numbers notices of one buyer each that hold what they say and are about nothing that has a number.
create sequence notice_references;

-- Where a user wants another way than the event's usual ones.
create table notice_choices (
  user_id bigint not null references users,
  event text not null,
  way text not null check (way in ('page', 'mail', 'telegram')),
  is_on boolean not null,
  primary key (user_id, event, way)
);

-- An operator's own words for a kind of notice, in a language; without a row the built-in ones apply.
create table notice_texts (
  event text not null,
  language text not null,
  subject text not null,
  body text not null,
  updated_at timestamptz not null,
  primary key (event, language)
);

-- The private chat that a user's notices go to. Several profiles of one person may share a chat.
create table telegram_links (
  user_id bigint primary key references users,
  chat_id bigint not null,
  -- As Telegram names the person.
  name text not null,
  linked_at timestamptz not null
);
create index telegram_links_chat on telegram_links (chat_id);

-- The code that links a user's Telegram; one at a time, and once.
create table telegram_codes (
  user_id bigint primary key references users,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Wrong codes from a chat, until a time.
create table telegram_tries (
  chat_id bigint primary key,
  tries integer not null,
  ends_at timestamptz not null
);
create index telegram_tries_end on telegram_tries (ends_at);

-- Bots that the shop has listened to, with what came last: a restart goes on there.
create table telegram_bots (
  id bigint primary key,
  -- Null until Telegram has told it.
  username text,
  next_update bigint not null default 0,
  -- Since when Telegram cannot be reached or refuses the bot, and why.
  failing_since timestamptz,
  failure text,
  -- Telegram asked for a pause.
  paused_until timestamptz
);

-- Notices on their way to Telegram; a row goes once its message is accepted.
create table telegram_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  event text not null,
  reference bigint not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_at timestamptz not null
);
create index telegram_messages_due on telegram_messages (next_at);
create index telegram_messages_user on telegram_messages (user_id);
