-- The built files of the pages, of every build that runs or ran lately. While processes are replaced one by one, and in
-- pages that stay open, a file of one build is asked of a process that has another.
create table web_assets (
  -- With a hash of its content, so that one name never has two contents.
  name text primary key,
  type text not null,
  bytes bytea not null,
  -- Whether the bytes are compressed (Brotli).
  is_packed boolean not null,
  -- Since when no process has started with it; null while the newest build has it.
  replaced_at timestamptz
);

alter table web_assets alter column bytes set storage external;
