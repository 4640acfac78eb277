-- What is for sale.

-- A group of products in the list.
create table categories (
  id bigint generated always as identity primary key,
  -- By language.
  name jsonb not null,
  sort int not null default 0
);

-- A product. Texts are by language; description and instruction are sanitised HTML.
create table goods (
  id bigint generated always as identity primary key,
  category_id bigint not null references categories,
  name jsonb not null,
  description jsonb not null,
  -- The file name of its picture; null where it has none.
  image text unique,
  price_micro bigint not null check (price_micro > 0),
  min_quantity int not null default 1 check (min_quantity >= 1),
  max_quantity int not null default 10000 check (max_quantity between 1 and 10000),
  genders text[] not null default '{random}',
  warranty_hours int not null default 24,
  -- Of its lines of stock.
  separator text not null default '----',
  columns text[] not null default '{account,password}',
  -- What its buyers read after payment, and whether delivery e-mails have it too.
  instruction jsonb not null default '{}',
  instruction_in_mail boolean not null default true,
  -- How its delivered files are named; empty: by the order number.
  file_name text not null default '',
  on_sale boolean not null default true,
  sort int not null default 0,
  created_at timestamptz not null,
  -- When an operator last changed it, for the sitemap.
  updated_at timestamptz not null default now(),
  check (min_quantity <= max_quantity)
);
create index goods_category on goods (category_id);

-- A lower price from a quantity on.
create table goods_price_tiers (
  goods_id bigint not null references goods,
  min_quantity int not null check (min_quantity > 1),
  price_micro bigint not null check (price_micro > 0),
  primary key (goods_id, min_quantity)
);

-- Whether a product was last seen in stock, so that running out and coming back are announced once each.
create table goods_stock_levels (
  goods_id bigint primary key references goods,
  in_stock boolean not null,
  changed_at timestamptz not null,
  -- When it last ran out: in stock now, it has come back. Null for one that never did.
  ran_out_at timestamptz
);
