-- What the back office's search looks things up by. Built ahead of this migration while the shop writes on.

-- The end of an order number is its random part, which people read out; the e-mail address is where it was delivered.
create index if not exists orders_end on orders (reverse(right(order_no, 8)));
create index if not exists orders_email on orders (lower(email) text_pattern_ops, created_at);

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

-- What a user has claimed, for the back office.
create index if not exists warranty_claims_user on warranty_claims (user_id, id);

-- Whose a conversation of support is.
create index if not exists support_assigned on support_conversations (assigned_to, last_message_id) where assigned_to is not null;
