-- Price lists as somebody proposed them, with what there was before, until and after a second person decides.
create table proposed_price_lists (
  -- Of the content, in hex: a proposal names it, and so nothing else can be approved under it.
  sha256 text primary key,
  -- JSON, as it was hashed.
  content text not null,
  created_at timestamptz not null
);

-- A part of the address of a product that only a link leads to: nobody guesses it.
alter table goods add column link_key text not null default replace(gen_random_uuid()::text, '-', '');
