-- Steps of the set-up that an owner called not needed here, and when all of it was done: from then on the list is
-- not shown again, also where a step is open later (sold out, a node away), for which there are alarms.
create table setup_skips (
  step text primary key,
  user_id bigint references users,
  skipped_at timestamptz not null
);

create table setup_completions (
  -- One row.
  id int primary key check (id = 1),
  completed_at timestamptz not null
);
