-- What makes a shop this operator's: settings, brand, documents, set-up; and what the sandbox tells its visitor.

-- A setting that was changed; without a row, the built-in value applies.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- A published version of the brand. The last one that was not undone applies; without any, the built-in brand.
create table brand_versions (
  id bigint primary key generated always as identity,
  -- Texts by language, and colours.
  content jsonb not null,
  -- Name of an upload.
  logo text,
  -- The setting that this version's name replaced, for its return.
  site_name_before text not null,
  published_at timestamptz not null,
  -- Null where the sandbox did.
  published_by bigint references users,
  undone_at timestamptz
);

-- The brand that is being worked on: one row.
create table brand_drafts (
  id int primary key check (id = 1),
  content jsonb not null,
  logo text,
  updated_at timestamptz not null
);

-- A logo as devices ask for it to show the shop as an app, drawn by the browser that uploaded it. Its own table, because
-- the draft and every version that have the logo have its icons.
create table brand_icons (
  logo text primary key references uploads on delete cascade,
  -- Names of uploads.
  small text,
  maskable text,
  check (coalesce(small, maskable) is not null)
);

-- The operator's own terms, privacy policy or refund rules; without a row, the built-in text applies.
create table documents (
  name text primary key check (name in ('terms', 'privacy', 'refunds')),
  -- Sanitised HTML by language.
  body jsonb not null,
  updated_at timestamptz not null
);

-- A step of the set-up that an owner called not needed here.
create table setup_skips (
  step text primary key,
  user_id bigint references users,
  skipped_at timestamptz not null
);

-- When all of the set-up was done, in one row: from then on the list is not shown again, also where a step is open later
-- (sold out, a node away), for which there are alarms.
create table setup_completions (
  id int primary key check (id = 1),
  completed_at timestamptz not null
);

-- A sign-in that each start of a sandbox prints. The password is in the clear: it opens nothing else.
create table sandbox_sign_ins (
  role text primary key check (role in ('owner', 'colleague', 'buyer', 'agent')),
  username text not null,
  password text not null,
  -- Since when people try the sandbox: its history, made with a moved clock, is older.
  created_at timestamptz not null default now()
);
