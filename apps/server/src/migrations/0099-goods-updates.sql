-- When a product was last changed by an operator, for the sitemap. Of changes before, only the first is known.
alter table goods add column updated_at timestamptz not null default now();
update goods set updated_at = created_at;
