-- What buyers of a product read after payment (sanitised HTML by language), and how its delivered files are named.
alter table goods
  add column instruction jsonb not null default '{}',
  add column file_name text not null default '';
