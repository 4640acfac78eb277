-- Who accounts are bought from.
create table suppliers (
  id bigint generated always as identity primary key,
  name text not null,
  -- In lower case, so that nobody is listed twice.
  name_key text not null constraint suppliers_name unique,
  contact text not null default '',
  created_at timestamptz not null
);

alter table stock_batches
  -- The key that an import was started with.
  add column api_key_id bigint,
  -- What its accounts cost: each of them, or all together; nothing where nobody has said. And from whom they came.
  add column cost_micro bigint,
  add column cost_per text,
  add column supplier_id bigint,
  -- The day from which its accounts age; null for the day of the import.
  add column born_on date;
alter table stock_batches
  add constraint stock_batches_cost_micro_check check (cost_micro >= 0) not valid,
  add constraint stock_batches_cost_per_check check (cost_per in ('each', 'all')) not valid,
  add constraint stock_batches_cost check ((cost_micro is null) = (cost_per is null)) not valid,
  add constraint stock_batches_supplier_id_fkey foreign key (supplier_id) references suppliers not valid;

-- Withdrawn accounts can be restored for some days. Null in rows of the version before, and where the texts are erased at
-- once.
alter table stock_withdrawals
  add column withdrawal_id bigint,
  -- Where they were for sale, and are again once they are restored.
  add column goods_id bigint,
  add column gender text,
  add column restorable_until timestamptz,
  -- The newest account of that moment: one that is like them and newer has been imported since.
  add column newest_item bigint;
-- One for each withdrawal, however many ranges it took.
create sequence stock_withdrawal_ids;

-- Unsold accounts that went from one product to another, by somebody or by age. Their import stays as it is.
create table stock_moves (
  id bigint generated always as identity primary key,
  from_goods bigint not null references goods,
  to_goods bigint not null references goods,
  accounts int not null,
  -- The lowest price of one account that `from_goods` had then, in micro-USDT: undoing the move makes none cheaper.
  lowest_micro bigint not null,
  -- Null for a move by age.
  user_id bigint,
  created_at timestamptz not null,
  -- When those still unsold were moved back, and how many.
  undone_at timestamptz,
  undone_accounts int
);

-- What was moved.
create table stock_move_ranges (
  move_id bigint not null references stock_moves,
  first_id bigint not null,
  end_id bigint not null check (end_id > first_id),
  primary key (move_id, first_id)
);

-- Other products that accounts of an import were moved to.
create table stock_batch_goods (
  batch_id bigint not null references stock_batches,
  goods_id bigint not null references goods,
  primary key (batch_id, goods_id)
);

-- At so many days, unsold accounts of a product become another one's.
create table ageing_rules (
  goods_id bigint primary key references goods,
  to_goods bigint not null references goods,
  days int not null check (days between 1 and 3650),
  is_on boolean not null default false,
  check (goods_id <> to_goods)
);

-- Items of an import that age from a day of their own, as a column of its file says; all others age from its day. Of a
-- chunk of lines the items of a day follow each other; held lines that are decided later are items apart from them.
create table stock_births (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  batch_id bigint not null,
  born_on date not null
);
create index stock_births_batch on stock_births (batch_id, born_on);
alter table stock_refused_lines
  -- Of a held line.
  add column born_on date;
