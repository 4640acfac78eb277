-- The name under which a product's picture is kept; null where it has none.
alter table goods add column image text unique;
