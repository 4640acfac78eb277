-- An account is recognised in another spelling: by keyed hashes of its folded login, and of that with its password.
-- Null where nothing has computed them yet, 0 where the text has no login or is erased. `line` is that of its import.
alter table stock_fingerprints
  add column login bigint,
  add column account bigint,
  add column line int;
create index stock_fingerprints_login on stock_fingerprints (login) where login is not null;
create index stock_fingerprints_unidentified on stock_fingerprints (item_id) where login is null;

-- A line that waits for the operator's decision, because it is like an item that the shop knows or knew.
alter table stock_refused_lines
  add column is_held boolean not null default false,
  add column like_item bigint,
  add column like_line int;
create index stock_refused_lines_held on stock_refused_lines (batch_id, line) where is_held;

-- Lines of the import that wait: as the same account, or as the same login with another password.
alter table stock_batches
  add column held_accounts int not null default 0,
  add column held_logins int not null default 0;
