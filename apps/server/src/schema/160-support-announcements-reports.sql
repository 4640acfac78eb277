-- What users and the shop write to each other, what the shop announces, and who says that stock is theirs.

-- What a user and the shop have written to each other; one a user.
create table support_conversations (
  user_id bigint primary key references users,
  -- What the user quotes elsewhere to be found.
  reference text not null unique,
  -- Null until somebody has written.
  last_message_id bigint,
  -- How far each side has read, and how many messages of the other side came after that.
  read_by_user bigint not null default 0,
  read_by_shop bigint not null default 0,
  unread_by_user int not null default 0 check (unread_by_user >= 0),
  unread_by_shop int not null default 0 check (unread_by_shop >= 0),
  created_at timestamptz not null
);
create index support_inbox on support_conversations ((unread_by_shop > 0), last_message_id)
  where last_message_id is not null;

-- A text or an image in a conversation.
create table support_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references support_conversations,
  sender text not null check (sender in ('user', 'shop')),
  -- Which admin wrote for the shop; null where the shop itself did.
  answered_by bigint references users check (answered_by is null or sender = 'shop'),
  text text,
  -- The name under which the image is kept.
  image text unique,
  created_at timestamptz not null,
  -- When the image was deleted after its time: an empty text is in its place.
  image_deleted_at timestamptz,
  check ((text is null) <> (image is null))
);
create index support_messages_user on support_messages (user_id, id);
create index support_messages_images on support_messages (user_id) where image is not null;

-- How many messages a blocked user, or a network, has sent on a day (UTC).
create table blocked_messages (
  day date not null,
  -- `user 7` or `network 203.0.113.7`.
  sender text not null,
  messages int not null check (messages > 0),
  primary key (day, sender)
);

-- A message of the shop on one of its pages.
create table announcements (
  id bigint generated always as identity primary key,
  position text not null check (position in ('home', 'purchase', 'recharge', 'login')),
  state text not null check (state in ('draft', 'published')),
  -- By language; a body is sanitised HTML.
  title jsonb not null,
  body jsonb not null,
  -- Null: as soon as it is published, and until it is taken back.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Since when it is published; its start may be later still.
  published_at timestamptz,
  -- Whether the pages that are open were told that it began.
  is_start_published boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'published') = (published_at is not null)),
  check (starts_at < ends_at)
);
create index announcements_published on announcements (position) where state = 'published';
create index announcements_start_unpublished on announcements (starts_at)
  where state = 'published' and not is_start_published;

-- Somebody's report that accounts on sale are theirs.
create table reports (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null,
  subject text not null,
  explanation text not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'refused')),
  -- The block of addresses it was sent from.
  address text not null,
  created_at timestamptz not null,
  settled_by bigint references users,
  settled_at timestamptz,
  reason text,
  -- How many accounts were taken off sale.
  withdrawn int not null default 0 check (withdrawn >= 0),
  check ((state = 'open') = (settled_at is null)),
  check ((state = 'open') = (reason is null))
);
create index reports_state on reports (state, id);
create index reports_address on reports (address, created_at);
create index reports_email on reports (email_key text_pattern_ops, id);
