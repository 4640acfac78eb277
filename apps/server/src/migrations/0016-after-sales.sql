-- What may happen to accounts after they were sold: claimed, replaced, paid back.

alter table orders
  -- The product's, as of the sale.
  add column warranty_hours smallint not null default 0,
  -- Of how many accounts the price was paid back.
  add column refunded_quantity smallint not null default 0,
  add constraint orders_refunded_once check (refunded_quantity between 0 and quantity);
update orders set warranty_hours = goods.warranty_hours from goods where goods.id = orders.goods_id;

create table claims (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  user_id bigint not null references users,
  quantity int not null check (quantity > 0),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'replaced', 'refunded', 'refused')),
  created_at timestamptz not null,
  answer text not null default '',
  settled_by bigint references users,
  settled_at timestamptz,
  check ((state = 'open') = (settled_at is null))
);
create index claims_order on claims (order_id, id);
create index claims_state on claims (state, id);

-- An account is claimed once.
create table claim_items (
  item_id bigint primary key,
  claim_id bigint not null references claims
);
create index claim_items_claim on claim_items (claim_id);

-- Sold accounts that were replaced or paid back, each once. What replaces one is in `order_ranges` like
-- whatever else the order took.
create table bad_items (
  item_id bigint primary key,
  order_id bigint not null,
  -- The account that came in its place; null where its price was paid back.
  replaced_by bigint unique,
  event_id bigint not null references order_events,
  check (replaced_by <> item_id)
);
create index bad_items_order on bad_items (order_id);

create trigger claim_items_append_only before update or delete or truncate on claim_items
  for each statement execute function refuse_change();
create trigger bad_items_append_only before update or delete or truncate on bad_items
  for each statement execute function refuse_change();
