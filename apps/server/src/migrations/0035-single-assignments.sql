-- Unmatched deposits that one admin credited without a second person, for the limits of that.
create table single_assignments (
  deposit_id bigint primary key references deposits,
  admin_id bigint not null references users,
  amount_micro bigint not null check (amount_micro > 0),
  assigned_at timestamptz not null
);
create index single_assignments_admin on single_assignments (admin_id, assigned_at);
