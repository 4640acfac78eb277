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
