-- Rates of commission by net sales; null: those of the shop.
alter table agents add column commission_tiers jsonb;
