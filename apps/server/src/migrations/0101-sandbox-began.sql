-- Since when people try the sandbox: its history, made with a moved clock, is older.
alter table sandbox_sign_ins add column created_at timestamptz not null default now();
