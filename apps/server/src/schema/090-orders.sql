-- Orders, the accounts they took, and what happened to those afterwards. Nothing refers to orders or items by a foreign
-- key: each would cost every order a look-up and a lock.

-- A batch of orders takes all its ids at once.
create sequence order_ids increment by 512;

-- A purchase, paid from the balance. Every order is completed soon after it was placed: the fillfactor leaves its new
-- version room in the same page, so that none of the indexes changes.
create table orders (
  id bigint primary key,
  -- Begins with the time, so its unique index also serves the operators' list. Compared byte by byte, whatever
  -- language the database was made for; so is the key.
  order_no text collate "C" not null unique,
  user_id bigint not null,
  goods_id bigint not null,
  quantity int not null check (quantity > 0),
  gender text not null,
  unit_price_micro bigint not null,
  total_micro bigint not null check (total_micro = unit_price_micro * quantity),
  status text not null default 'processing'
    check (status in ('processing', 'completed', 'partially_refunded', 'refunded')),
  -- Of how many accounts the price was paid back.
  refunded_quantity smallint not null default 0,
  email text not null,
  delivery_state text not null default 'queued' check (delivery_state in ('queued', 'sent', 'failed')),
  resends int not null default 0,
  -- The product's, as of the sale.
  warranty_hours smallint not null default 0,
  idempotency_key text collate "C" not null,
  request_hash bigint not null,
  created_at timestamptz not null,
  -- When the account data is due to be erased, and when it was.
  accounts_delete_at timestamptz not null,
  accounts_deleted_at timestamptz,
  -- No account is paid back twice.
  constraint orders_refunded_once check (refunded_quantity between 0 and quantity),
  -- A repeated call gets the same order.
  constraint orders_idempotency unique (idempotency_key, user_id)
) with (fillfactor = 60);
create index orders_user on orders (user_id, created_at);
create index orders_goods on orders (goods_id, created_at);
-- Rows lie in the order of their time, so that a few bytes for each stretch of the table are enough.
create index orders_created on orders using brin (created_at) with (pages_per_range = 16);
-- Equal amounts stand by their time, so that new rows come to the end of their amount's own part of the index.
create index orders_amount on orders (total_micro, created_at);
create index orders_to_purge on orders (accounts_delete_at) where accounts_deleted_at is null;

-- The stock items [first_id, end_id) that an order took. Append-only.
create table order_ranges (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  order_id bigint not null
);
create index order_ranges_order on order_ranges (order_id);

create trigger order_ranges_append_only before update or delete or truncate on order_ranges
  for each statement execute function refuse_change();

-- No item is in two orders. Items leave a range under its row lock and only from where it was read to stand; this is
-- the second line: the key refuses the same beginning, and the check a range that reaches into committed neighbours. An
-- exclusion constraint would see uncommitted ones too, but takes 23 microseconds a row against 3 for both. With as few
-- looks at the index as suffice: a range that continues one of the same statement has it for its neighbour, and nothing
-- can begin inside a single item.
create function refuse_sold_items() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select first_id, end_id, lag(end_id) over (order by first_id) is distinct from first_id as is_start
      from taken) as range
    where is_start and range.first_id < (
        select end_id from order_ranges before
        where before.first_id < range.first_id order by before.first_id desc limit 1)
      or end_id - first_id > 1 and range.end_id > (
        select first_id from order_ranges after
        where after.first_id > range.first_id order by after.first_id limit 1)
  ) then
    raise exception 'order_ranges_sold_once: an item is already in an order';
  end if;
  return null;
end $$;
create trigger order_ranges_sold_once after insert on order_ranges
  referencing new table as taken for each statement execute function refuse_sold_items();

-- What happened to an order; the order itself tells that it was placed and purged. A refund's movement in the ledger
-- carries the id of its row here. Append-only.
create table order_timeline (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  -- When the order was placed: lists of refunded orders stand in that order too.
  placed_at timestamptz not null,
  kind text not null,
  at timestamptz not null,
  actor_id bigint,
  quantity int,
  amount_micro bigint,
  note text not null default '',
  -- The proposal that a refund was made by; null where one admin made it alone.
  proposal_id bigint
);
create index order_timeline_order on order_timeline (order_id, id);
create index order_timeline_refunded on order_timeline (placed_at) where kind = 'refunded';
create index order_timeline_mail_failed on order_timeline (at) where kind = 'mailFailed';
-- What one admin gave away without anybody's approval, for the limits of that.
create index order_timeline_remedied_alone on order_timeline (actor_id, at)
  where kind in ('refunded', 'replaced') and proposal_id is null;

create trigger order_timeline_append_only before update or delete or truncate on order_timeline
  for each statement execute function refuse_change();

-- How a buyer wants accounts delivered; without a row, exactly as they were imported.
create table delivery_formats (
  user_id bigint primary key references users on delete cascade,
  -- Empty: all columns of the product.
  columns text[] not null,
  separator text not null,
  file_type text not null check (file_type in ('txt', 'csv', 'jsonl')),
  has_header boolean not null
);

-- ---- After the sale -----------------------------------------------------------------------------

-- A buyer's report of accounts that do not work.
create table warranty_claims (
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
create index warranty_claims_order on warranty_claims (order_id, id);
create index warranty_claims_state on warranty_claims (state, id);

-- An account that a claim is about. It is claimed once. Append-only.
create table warranty_claim_items (
  item_id bigint primary key,
  claim_id bigint not null references warranty_claims
);
create index warranty_claim_items_claim on warranty_claim_items (claim_id);

create trigger warranty_claim_items_append_only before update or delete or truncate on warranty_claim_items
  for each statement execute function refuse_change();

-- A sold account that was replaced or paid back, once. What replaces it is in order_ranges, as whatever else the order
-- took. Append-only.
create table remedied_items (
  item_id bigint primary key,
  order_id bigint not null,
  -- The account that came in its place; null where its price was paid back.
  replaced_by bigint unique,
  timeline_id bigint not null references order_timeline,
  check (replaced_by <> item_id)
);
create index remedied_items_order on remedied_items (order_id);

create trigger remedied_items_append_only before update or delete or truncate on remedied_items
  for each statement execute function refuse_change();
