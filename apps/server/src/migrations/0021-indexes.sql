-- Indexes of tables that shops have rows in: built ahead of this migration while the shop writes on.

-- A claim finds its payment on whichever network it is, and a top-up the payments that nearly answer it.
create index if not exists deposit_claims_hash on deposit_claims (tx_hash, signer_address);
create index if not exists deposits_unmatched_to on deposits (to_address, block_time) where state = 'unmatched';

create index if not exists mailed_codes_confirming on mailed_codes (user_id, id) where purpose = 'confirm';
create index if not exists users_level on users (level_id) where level_id is not null;
create unique index if not exists categories_image on categories (image);
create index if not exists categories_parent on categories (parent_id) where parent_id is not null;
create index if not exists goods_family on goods (family_id) where family_id is not null;

-- What a buyer had of a product, ever and since a day began, without reading all of their orders; a buyer's own name of an
-- order; what was spent with a key today, and what it has imported.
create index if not exists orders_user_goods on orders (user_id, goods_id, created_at);
create unique index if not exists orders_reference on orders (user_id, reference) where reference is not null;
create index if not exists orders_api_key on orders (api_key_id, created_at) where api_key_id is not null;
create index if not exists stock_batches_api_key on stock_batches (api_key_id, seen_at) where api_key_id is not null;

-- The newest free accounts of a product that is delivered newest first. By their ends: a range that is sold from its
-- beginning keeps its end, so that selling the oldest first changes no index.
create index if not exists stock_ranges_newest on stock_ranges (goods_id, gender, end_id);

-- What came from a supplier.
create index if not exists stock_batches_supplier on stock_batches (supplier_id) where supplier_id is not null;

-- What the back office's search looks things up by. The end of an order number is its random part, which people read out;
-- the e-mail address is where it was delivered, and the reference is the buyer's own name for it.
create index if not exists orders_end on orders (reverse(right(order_no, 8)));
create index if not exists orders_email on orders (lower(email) text_pattern_ops, created_at);
create index if not exists orders_reference_start on orders (reference text_pattern_ops) where reference is not null;
create index if not exists users_pieces on users using gin (pieces_of(username_key || ' ' || email_key)) with (fastupdate = off);

-- Beginnings and ends of hashes and addresses.
create index if not exists deposits_tx_start on deposits (tx_hash text_pattern_ops);
create index if not exists deposits_tx_end on deposits (reverse(tx_hash) text_pattern_ops);
create index if not exists deposits_sender_start on deposits (from_address text_pattern_ops);
create index if not exists deposits_sender_end on deposits (reverse(from_address) text_pattern_ops);
create index if not exists deposits_tron_end on deposits (tron_end(from_address) text_pattern_ops) where network = 'TRON';
create index if not exists recharges_end on recharges (reverse(right(order_id, 8)) text_pattern_ops);
create index if not exists recharges_submitted_start on recharges (submitted_tx_hash text_pattern_ops) where submitted_tx_hash is not null;
create index if not exists recharges_submitted_end on recharges (reverse(submitted_tx_hash) text_pattern_ops) where submitted_tx_hash is not null;

-- What a user has claimed, and whose a conversation of support is.
create index if not exists warranty_claims_user on warranty_claims (user_id, id);
create index if not exists support_assigned on support_conversations (assigned_to, last_message_id) where assigned_to is not null;
