-- Users that are brought over from another shop, with their balances: what a file said, and what became of each line.
create table user_imports (
  id bigint generated always as identity primary key,
  file_name text not null,
  -- Of the text, so that the same file is the same import.
  sha256 text not null,
  -- Of the lines that may become users.
  users int not null check (users > 0),
  total_micro bigint not null check (total_micro >= 0),
  lines int not null check (lines >= users),
  created_by bigint not null references users,
  created_at timestamptz not null,
  proposal_id bigint references proposals,
  -- Null until a second person has approved it.
  started_at timestamptz,
  finished_at timestamptz check (finished_at >= started_at)
);

create index user_imports_by_file on user_imports (sha256);
create index user_imports_running on user_imports (id) where started_at is not null and finished_at is null;

create table user_import_lines (
  import_id bigint not null references user_imports,
  -- Of the file, from 1.
  line int not null,
  -- As the file has them; emptied some months later.
  username text not null,
  email text not null,
  balance_micro bigint not null check (balance_micro >= 0),
  -- When the user registered in the former shop, if the file says so.
  registered_at timestamptz,
  agent_id bigint references agents,
  -- Null while it waits: "created", or why no user was made of it.
  outcome text,
  user_id bigint unique references users,
  primary key (import_id, line),
  check ((user_id is not null) = (outcome is not null and outcome = 'created'))
);

create index user_import_lines_waiting on user_import_lines (import_id, line) where outcome is null;

-- What users had in a former shop comes from an account of its own: neither deposits nor adjustments. Not validated
-- here, because the shop would wait meanwhile.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in (
  'inflow', 'unmatched', 'held', 'revenue', 'adjustments', 'payouts', 'openings', 'available', 'debt', 'commission')) not valid;
insert into ledger_accounts (id, kind, network) values (8, 'openings', null);
