-- What the operator makes their own: name, colours, texts and logo. The published version is the last one that was not
-- undone; without any, the built-in brand applies.
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

create table brand_drafts (
  -- One row.
  id int primary key check (id = 1),
  content jsonb not null,
  logo text,
  updated_at timestamptz not null
);
