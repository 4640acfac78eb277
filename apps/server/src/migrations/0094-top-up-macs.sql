-- What only the shop can write over a top-up: a keyed hash of whose it is, what is paid, where and until when. Null: those
-- that had ended before there were such hashes; payments are not credited to these by themselves.
alter table recharges add column mac bytea;
