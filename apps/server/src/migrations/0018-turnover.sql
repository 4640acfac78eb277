-- What buyers paid for the orders of a day, less what was refunded of those: what levels are reached by.
create table buyer_turnover (
  user_id bigint not null,
  -- Of the orders, in UTC.
  day date not null,
  amount_micro bigint not null,
  primary key (user_id, day)
) with (fillfactor = 70);

-- Up to which movement of the ledger it counts; one row.
create table turnover_progress (
  is_only boolean primary key default true check (is_only),
  movement bigint not null default 0,
  -- Up to here ids were given out when these transactions were under way. Once they have ended, no smaller id can
  -- appear any more.
  marked_movement bigint not null default 0,
  waits_for text[] not null default '{}'
);
insert into turnover_progress default values;
