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

-- Products that differ in attributes, such as country and age, share one page as a family.

-- What products differ in. Names are by language.
create table attributes (
  id bigint generated always as identity primary key,
  name jsonb not null,
  sort int not null default 0
);

create table attribute_values (
  id bigint generated always as identity primary key,
  attribute_id bigint not null references attributes on delete cascade,
  name jsonb not null,
  sort int not null default 0,
  constraint attribute_values_own unique (attribute_id, id)
);

-- Its products stay products, each with its own stock, price and warranty. Texts are by language.
create table families (
  id bigint generated always as identity primary key,
  name jsonb not null,
  description jsonb not null default '{}',
  -- When an operator last changed it, for the sitemap.
  updated_at timestamptz not null
);

-- Who may buy a product, how many of it, what is shown of its stock, and in which order it is delivered.
alter table goods
  add column family_id bigint,
  -- Of by link: it is in no list, but can be bought by whoever has its address.
  add column visibility text not null default 'everybody',
  -- Who sees it, where the visibility is levels.
  add column level_ids bigint[] not null default '{}',
  -- A part of its address where only a link leads to it: nobody guesses it.
  add column link_key text not null default replace(gen_random_uuid()::text, '-', ''),
  -- How many accounts one buyer may have in all and in a day of the shop; refunded ones do not count.
  add column most_per_buyer int,
  add column most_per_day int,
  -- Nothing is sold below this without a second person's consent.
  add column floor_micro bigint,
  -- What one of its unsold accounts cost, the dearest of them; a floor too. Null: nobody has said.
  add column cost_micro bigint,
  -- How exact its stock is shown; null: as the shop's setting says.
  add column stock_display text,
  -- When the operator wants to know that its stock is low: so many are left, or what so many days sell.
  add column low_at int,
  add column low_days int,
  add column newest_first boolean not null default false,
  -- What people type who mean it.
  add column search_words text[] not null default '{}';
alter table goods
  add constraint goods_family_id_fkey foreign key (family_id) references families not valid,
  add constraint goods_visibility check (visibility in ('everybody', 'levels', 'link', 'hidden')) not valid,
  add constraint goods_limits check (most_per_buyer > 0 and most_per_day > 0) not valid,
  add constraint goods_floor check (floor_micro > 0) not valid,
  add constraint goods_cost check (cost_micro > 0) not valid,
  add constraint goods_stock_display check (stock_display in ('exact', 'ranges', 'in_stock')) not valid,
  add constraint goods_low check (low_at >= 0 and low_days > 0) not valid;
-- Since when it is low; null: it is not.
alter table goods_stock_levels add column low_since timestamptz;

-- A product's value of an attribute; at most one of each.
create table goods_attribute_values (
  goods_id bigint not null references goods,
  attribute_id bigint not null,
  value_id bigint not null,
  primary key (goods_id, attribute_id),
  constraint goods_attribute_values_known foreign key (attribute_id, value_id)
    references attribute_values (attribute_id, id)
);
create index goods_attribute_values_value on goods_attribute_values (attribute_id, value_id);

-- What programs follow: how each product is offered, with the number of its last change.
create table goods_changes (
  goods_id bigint primary key references goods,
  -- Given by one writer at a time, until its transaction ends: no smaller one can appear later.
  number bigint not null unique,
  changed_at timestamptz not null,
  -- As the API answers it; null while it is on sale for nobody in a list.
  offer jsonb,
  -- Of the offer and of who sees it.
  sha256 text not null,
  -- Who sees it, and who ever did: those are told that it is gone.
  for_everybody boolean not null,
  level_ids bigint[] not null default '{}',
  was_for_everybody boolean not null,
  former_level_ids bigint[] not null default '{}',
  -- Whether little is left, by what is sold of it.
  is_low boolean not null default false
);
