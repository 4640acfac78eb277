-- What only the shop can write over a file of its pages: a keyed hash of its name and bytes. Files from before have none;
-- processes bring their own again when they start, and a page of an older build loads anew.
delete from web_assets;
alter table web_assets add column mac bytea;
