-- Categories have two levels, and a page of their own with a picture and a text.
alter table categories
  -- Null: of the first level. A category with a parent has no subcategories.
  add column parent_id bigint,
  -- The file name of its picture; null where it has none.
  add column image text,
  -- By language.
  add column description jsonb not null default '{}',
  -- When an operator last changed it, for the sitemap.
  add column updated_at timestamptz not null default now();
alter table categories add constraint categories_parent_id_fkey
  foreign key (parent_id) references categories not valid;
create unique index categories_image on categories (image);
create index categories_parent on categories (parent_id) where parent_id is not null;
