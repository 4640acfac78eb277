-- What makes lists of millions of orders quick, what happened to an order, and figures by day.

-- ---- Lists --------------------------------------------------------------------------------------
-- Lists stand in the order of their time. An order number begins with its time, so its own unique index
-- serves the operators' list; only two more are needed, and the first replaces one.

drop index orders_user;
create index orders_user on orders (user_id, created_at);
create index orders_goods on orders (goods_id, created_at);

create index users_username_prefix on users (username_key text_pattern_ops);
create index users_email_prefix on users (email_key text_pattern_ops);
create index users_agent on users (agent_id) where agent_id is not null;
create index recharges_created on recharges using brin (created_at) with (pages_per_range = 16);

-- ---- What happened to an order ------------------------------------------------------------------
-- Append-only. That it was placed and purged is told by the order itself. A refund's movement in the ledger
-- carries the id of its event here.
create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  -- When the order was placed: lists of refunded orders stand in that order too.
  placed_at timestamptz not null,
  kind text not null,
  at timestamptz not null,
  actor_id bigint,
  quantity int,
  amount_micro bigint,
  note text not null default ''
);
create index order_events_order on order_events (order_id, id);
create index order_events_refunded on order_events (placed_at) where kind = 'refunded';
create index order_events_mail_failed on order_events (at) where kind = 'mailFailed';

create trigger order_events_append_only before update or delete or truncate on order_events
  for each statement execute function refuse_change();

-- ---- Figures by day -----------------------------------------------------------------------------
-- Sums of all movements up to `folded_movement` and all users up to `folded_user`, by day in that time
-- zone; whoever reads adds what came later. A change of the shop's time zone makes a new build, and the old
-- one is read until that is ready.
create table figure_builds (
  id smallint generated always as identity primary key,
  time_zone text not null unique,
  is_ready boolean not null default false,
  folded_movement bigint not null default 0,
  folded_user bigint not null default 0,
  -- Up to here ids were given out when these transactions were under way. Once they have ended, no smaller
  -- id can appear any more.
  marked_movement bigint not null default 0,
  marked_user bigint not null default 0,
  waits_for text[] not null default '{}',
  check (folded_movement <= marked_movement and folded_user <= marked_user)
);
insert into figure_builds (time_zone) values ('UTC');

-- `key` is the product's id, the agent's (0 where nobody brought the buyer), or 0 for all.
create table sales_by_day (
  build_id smallint not null references figure_builds on delete cascade,
  by text not null check (by in ('all', 'goods', 'agent')),
  day date not null,
  key bigint not null,
  orders bigint not null,
  items bigint not null,
  amount_micro bigint not null,
  refunds bigint not null,
  refunded_micro bigint not null,
  commission_micro bigint not null,
  primary key (build_id, by, day, key)
) with (fillfactor = 70);

create table deposits_by_day (
  build_id smallint not null references figure_builds on delete cascade,
  day date not null,
  network text not null,
  deposits bigint not null,
  amount_micro bigint not null,
  primary key (build_id, day, network)
) with (fillfactor = 70);

create table users_by_day (
  build_id smallint not null references figure_builds on delete cascade,
  day date not null,
  users bigint not null,
  primary key (build_id, day)
) with (fillfactor = 70);
