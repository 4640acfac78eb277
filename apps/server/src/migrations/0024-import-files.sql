-- An import that broke off is unfinished until it goes on or is rolled back. What it needs to go on: its file by
-- name, length and form, and where its last part began, with the keyed fingerprint of that part.
alter table stock_batches
  drop constraint stock_batches_state_check,
  add column file_name text,
  add column file_bytes bigint,
  add column form jsonb,
  add column part_line int not null default 0,
  add column part_byte bigint not null default 0,
  add column part_mark bytea,
  add check ((file_name is null) = (file_bytes is null) and (file_name is null) = (form is null));
update stock_batches set state = 'unfinished', finished_at = null where state = 'failed';
alter table stock_batches
  add constraint stock_batches_state_check check (state in ('running', 'unfinished', 'done', 'rolled back'));
