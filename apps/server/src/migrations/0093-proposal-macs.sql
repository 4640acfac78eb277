-- What only the shop can write over a proposal: a keyed hash of whom it binds to what, from when on. Whoever can write here
-- without the keys makes no proposal that is applied. Null: open ones from before, until the next start.
alter table proposals add column mac bytea;
