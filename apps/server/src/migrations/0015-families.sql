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

alter table goods add column family_id bigint;
alter table goods add constraint goods_family_id_fkey foreign key (family_id) references families not valid;
create index goods_family on goods (family_id) where family_id is not null;

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
