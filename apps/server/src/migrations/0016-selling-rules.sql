-- Who may buy a product, how many of it, what is shown of its stock, and in which order it is delivered.
alter table goods
  -- Of by link: it is in no list, but can be bought by whoever has its address.
  add column visibility text not null default 'everybody',
  -- Who sees it, where the visibility is levels.
  add column level_ids bigint[] not null default '{}',
  -- How many accounts one buyer may have in all and in a day of the shop; refunded ones do not count.
  add column most_per_buyer int,
  add column most_per_day int,
  -- How exact its stock is shown; null: as the shop's setting says.
  add column stock_display text,
  add column newest_first boolean not null default false,
  -- What people type who mean it.
  add column search_words text[] not null default '{}';
alter table goods add constraint goods_visibility
  check (visibility in ('everybody', 'levels', 'link', 'hidden')) not valid;
alter table goods add constraint goods_limits check (most_per_buyer > 0 and most_per_day > 0) not valid;
alter table goods add constraint goods_stock_display
  check (stock_display in ('exact', 'ranges', 'in_stock')) not valid;
