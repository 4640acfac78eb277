-- Filters and order of a table of the back office, which an admin has saved under a name for themselves.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Which table of the back office.
  list text not null,
  name text not null,
  -- As the address of the page has them.
  query text not null,
  unique (user_id, list, name)
);

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
