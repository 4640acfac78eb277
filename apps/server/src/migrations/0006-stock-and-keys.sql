-- Imports that can be watched, undone and looked into; withdrawn stock; keys that rotate.

alter table stock_batches
  add column gender text not null default 'unspecified' check (gender in ('male', 'female', 'unspecified')),
  add column user_id bigint,
  -- Lines read so far, and how many there should be, where the caller has said so.
  add column lines int not null default 0,
  add column expected_lines int,
  add column seen_at timestamptz,
  drop constraint stock_batches_state_check,
  add check (state in ('running', 'done', 'failed', 'rolled back'));
alter table stock_batches alter column gender drop default;
update stock_batches set seen_at = created_at;
alter table stock_batches alter column seen_at set not null;
create index stock_batches_running on stock_batches (seen_at) where state = 'running';

-- Which items an import added: [first_id, end_id), one row as long as no other import came between.
create table stock_batch_ranges (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  batch_id bigint not null references stock_batches
);
create index stock_batch_ranges_batch on stock_batch_ranges (batch_id, first_id);
insert into stock_batch_ranges (first_id, end_id, batch_id)
select min(id), max(id) + 1, batch_id
from (select id, batch_id, id - row_number() over (partition by batch_id order by id) as island from stock_items) i
group by batch_id, island;

-- The keys that texts may be sealed under. A row goes when nothing is sealed under it any more; what is
-- sealed locks the row of its key, so that none can go just then.
create table sealing_keys (id text primary key);
insert into sealing_keys select distinct key_id from stock_items;

-- The first lines of an import that were not added, sealed, for the operator to mend.
create table stock_refused_lines (
  batch_id bigint not null references stock_batches,
  line int not null,
  fault text not null,
  key_id text references sealing_keys,
  sealed bytea,
  primary key (batch_id, line),
  check ((key_id is null) = (sealed is null))
);

-- Items that went off sale without being sold: [first_id, end_id). Their texts are erased step by step, up to
-- erased_to; those of an import that was rolled back are forgotten, and may come again.
create table stock_withdrawals (
  first_id bigint primary key,
  end_id bigint not null check (end_id > first_id),
  erased_to bigint not null,
  is_forgotten boolean not null,
  reason text not null,
  user_id bigint,
  created_at timestamptz not null,
  check (erased_to between first_id and end_id)
);
create index stock_withdrawals_open on stock_withdrawals (first_id) where erased_to < end_id;
