-- Who signs in for a supplier, what they may import, and how many lines in 24 hours.
create table supplier_people (
  supplier_id bigint primary key references suppliers on delete cascade,
  user_id bigint not null unique references users,
  goods_ids bigint[] not null,
  lines_a_day int not null check (lines_a_day between 0 and 1000000),
  created_at timestamptz not null
);

-- What a supplier was paid, as an operator recorded it and a second person approved.
create table supplier_payments (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references suppliers,
  amount_micro bigint not null check (amount_micro > 0),
  note text not null,
  proposal_id bigint not null unique,
  created_at timestamptz not null
);
create index supplier_payments_supplier on supplier_payments (supplier_id, id);

-- A sandbox has a supplier to sign in as.
alter table sandbox_sign_ins drop constraint sandbox_sign_ins_role_check;
alter table sandbox_sign_ins add constraint sandbox_sign_ins_role_check
  check (role in ('owner', 'colleague', 'buyer', 'agent', 'supplier')) not valid;
