-- Users brought over from another shop, with their balances.

-- A file of users.
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

-- A line of such a file, and what became of it.
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
  -- As the file names them, also where no agent is known by that name: the report can be imported elsewhere.
  agent text,
  agent_id bigint references agents,
  -- Null while it waits: "created", or why no user was made of it.
  outcome text,
  user_id bigint unique references users,
  primary key (import_id, line),
  check ((user_id is not null) = (outcome is not null and outcome = 'created'))
);
create index user_import_lines_waiting on user_import_lines (import_id, line) where outcome is null;
