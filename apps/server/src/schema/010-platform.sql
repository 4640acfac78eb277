-- What everything else stands on: kinds of values, functions, networks, keys, files, e-mails.

-- Lower-case hex; base58 and checksum case are made at the edge.
create domain chain_address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain chain_hash as text check (value ~ '^0x[0-9a-f]{64}$');

-- The trigger of append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Refuses a statement that changed another number of rows than it had to, in the statement itself: its COMMIT is
-- sent along with it, so nobody could look at the numbers in between.
create function require_changes(changed int[], required int[], or_else text[]) returns void language plpgsql as $$
begin
  for place in 1..cardinality(required) loop
    if changed[place] is distinct from required[place] then
      raise exception using message = or_else[place];
    end if;
  end loop;
end $$;

-- A network that the code has, or once had, a record of. Each start adds the new ones, with their ledger accounts.
create table networks (
  id text primary key
);
insert into networks (id) values ('TRON'), ('ETH');

-- ---- Keys ---------------------------------------------------------------------------------------

-- A key that texts are sealed under. What seals locks the row of its key, so the row goes only when nothing is sealed
-- under the key any more.
create table sealing_keys (
  id text primary key,
  -- What only the right key of that id makes; null until a start has had the key.
  check_value bytea
);

-- The same for FINGERPRINT_KEY, which never changes: one row, once a start has had the key.
create table fingerprint_checks (
  id int primary key check (id = 1),
  check_value bytea not null
);

-- ---- Files --------------------------------------------------------------------------------------

-- An uploaded image. In the database, so that every process shows the same ones and a backup of it is whole.
create table uploads (
  name text primary key,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
-- Not compressed, as images already are, so that a part can be read without the rest.
alter table uploads alter column bytes set storage external;

-- How many bytes of images buyers sent on a day (UTC) from a network; without a network, to the whole shop.
create table image_bytes (
  day date not null,
  block text not null,
  bytes bigint not null check (bytes > 0),
  primary key (day, block)
);

-- A built file of the pages, of a build that runs or ran lately. While processes are replaced one by one, and in pages
-- that stay open, a file of one build is asked of a process that has another.
create table web_assets (
  -- With a hash of its content, so that one name never has two contents.
  name text primary key,
  type text not null,
  bytes bytea not null,
  -- Whether the bytes are compressed (Brotli).
  is_packed boolean not null,
  -- A keyed hash of name and bytes that only the shop can make; a file without it is not served.
  mac bytea,
  -- Since when no process has started with it; null while the newest build has it.
  replaced_at timestamptz
);
alter table web_assets alter column bytes set storage external;

-- ---- E-mails ------------------------------------------------------------------------------------

-- An e-mail to send, or sent. It holds a reference and is rendered when sent, so that no text outlives a purge.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  reference bigint not null,
  recipient text not null,
  -- One to very many people, sent beside the others, which never wait for it.
  bulk boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
  attempts int not null default 0,
  next_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_due on mails (next_at) where state = 'queued';

-- What the sandbox would have mailed.
create table sandbox_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  attachments jsonb not null,
  sent_at timestamptz not null
);

-- ---- Operation ----------------------------------------------------------------------------------

-- Refusals and sign-ins of one kind, address, user and endpoint in an hour: enough to see guessing, and no more rows
-- than that takes.
create table security_events (
  id bigint generated always as identity,
  hour timestamptz not null,
  kind text not null,
  address text not null,
  -- 0 where no user is known.
  user_id bigint not null,
  call text not null,
  count int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (hour, kind, address, user_id, call)
);
create unique index security_events_id on security_events (id);
create index security_events_user on security_events (user_id, id) where user_id <> 0;

-- A backup that the shop was told of, so that an old or missing one can be seen. What a backup holds ends before its
-- own row.
create table backups (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  -- Where it was made, as its maker said: a file, a host, the name of a tool.
  place text not null,
  bytes bigint check (bytes >= 0)
);
create index backups_taken on backups (taken_at desc);
