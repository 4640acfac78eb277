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

-- Who of the shop looks after a conversation, and up to which message it is closed: the next one opens it again. The
-- version before knows neither and leaves both alone.
alter table support_conversations add column assigned_to bigint;
alter table support_conversations add column closed_through bigint;

-- ---- Search -------------------------------------------------------------------------------------

-- All pieces of three characters of a text. A text that contains another contains all of its pieces, which an index of
-- arrays finds: without an extension, which the embedded database would have to load before each start, of the version
-- before too.
create function pieces_of(text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr($1, place, 3)), '{}') from generate_series(1, char_length($1) - 2) place
$$;

-- The last eight characters of an address as TRON writes it (base58 with a checksum), last one first.
create function tron_end(address text) returns text language plpgsql immutable strict parallel safe as $$
declare
  payload bytea := '\x41'::bytea || decode(substr(address, 3), 'hex');
  bytes bytea := payload || substr(sha256(sha256(payload)), 1, 4);
  -- Modulo 58 to the power of eight.
  rest bigint := 0;
  written text := '';
begin
  for place in 0..24 loop
    rest := (rest * 256 + get_byte(bytes, place)) % 128063081718016;
  end loop;
  for place in 1..8 loop
    written := written || substr('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', (rest % 58)::int + 1, 1);
    rest := rest / 58;
  end loop;
  return written;
end $$;
