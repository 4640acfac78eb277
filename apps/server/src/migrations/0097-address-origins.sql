-- From which address block a buyer who had never paid opened their own address: what one block opens in a day is limited.
-- Forgotten after that.
alter table deposit_addresses add column origin text;
create index deposit_addresses_origin on deposit_addresses (origin, chain_id) where origin is not null;
