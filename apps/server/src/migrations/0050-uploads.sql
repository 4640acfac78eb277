-- Uploaded images. In the database, so that every process shows the same ones and a backup of it is whole.
create table uploads (
  name text primary key,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  created_at timestamptz not null default now()
);

-- Not compressed, as images already are, so that a part can be read without the rest.
alter table uploads alter column bytes set storage external;
