-- A small shop as it stood after migration 0027: at least one row in every table that a later migration renames,
-- extends or reads.

insert into roles (name, menus, actions) values ('desk', '{}', '{}');
insert into users (id, username, username_key, email, email_key, password_hash, role_id, created_at) values
  (1000, 'boss', 'boss', 'boss@shop.example', 'boss@shop.example', 'x', 1, '2026-01-01Z'),
  (1001, 'desk', 'desk', 'desk@shop.example', 'desk@shop.example', 'x', 1, '2026-01-01Z'),
  (1002, 'buyer', 'buyer', 'buyer@mail.example', 'buyer@mail.example', 'x', null, '2026-01-02Z');
select setval('ledger_account_ids', 1002);
insert into ledger_accounts (id, kind, user_id, balance_micro) values (1002, 'available', 1002, 24000000);
insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at) values
  ('deposit', 1, 1, 1002, 25004321, '2026-01-03Z');

-- Two products: one in stock, one sold out.
insert into categories (name) values ('{"en": "Mail"}');
insert into goods (category_id, name, description, price_micro, created_at) values
  (1, '{"en": "In stock"}', '{}', 1000000, '2026-01-01Z'),
  (1, '{"en": "Sold out"}', '{}', 1000000, '2026-01-01Z');
insert into stock_ranges (goods_id, gender, next_id, end_id) values (1, 'unspecified', 3, 10);

-- An order whose first account was refunded and whose second was replaced, both under one warranty claim.
insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro, email,
  idempotency_key, request_hash, created_at, accounts_delete_at, refunded_quantity) values
  (1, 'ORD1', 1002, 1, 2, 'random', 1000000, 2000000, 'buyer@mail.example', 'a', 1, '2026-01-03Z', '2026-01-10Z', 1);
insert into order_ranges (first_id, end_id, order_id) values (1, 4, 1);
insert into order_events (order_id, placed_at, kind, at, actor_id, quantity, amount_micro, note, proposal_id) values
  (1, '2026-01-03Z', 'refunded', '2026-01-04Z', 1000, 1, 1000000, 'dead', 1),
  (1, '2026-01-03Z', 'replaced', '2026-01-05Z', 1000, 1, null, '', null);
insert into claims (order_id, user_id, quantity, reason, state, created_at, answer, settled_by, settled_at) values
  (1, 1002, 2, 'both dead', 'refunded', '2026-01-04Z', 'done', 1000, '2026-01-05Z');
insert into claim_items (item_id, claim_id) values (1, 1), (2, 1);
insert into bad_items (item_id, order_id, replaced_by, event_id) values (1, 1, null, 1), (2, 1, 3, 2);

-- A proposal of every kind, applied and open.
insert into proposals (kind, subject, terms, reason, action, cools_ms, state, proposed_by, proposed_at, expires_at,
  settled_at) values
  ('refundPassed', 'order:1', '{"order_no": "ORD1"}', 'dead', 'orders.refund', 0, 'applied', 1000, '2026-01-04Z',
    '2026-01-11Z', '2026-01-04Z');
insert into proposals (kind, subject, terms, reason, action, cools_ms, state, proposed_by, proposed_at, expires_at)
select kind, 'user:1002', '{}', 'why', 'money', 0, 'proposed', 1001, '2026-01-04Z', '2026-01-11Z' from unnest(array[
  'adjustmentPassed', 'depositAssignmentPassed', 'depositRejectionPassed', 'depositReversalPassed', 'limitRaisePassed',
  'refundPassed', 'topUpsOnPassed', 'treasuryChangePassed']) as kind;

-- Daily totals of two time zones.
insert into figure_builds (time_zone, is_ready, folded_movement, folded_user, marked_movement, marked_user) values
  ('Europe/Berlin', true, 1, 1002, 1, 1002);
insert into sales_by_day values (2, 'all', '2026-01-03', 0, 1, 2, 2000000, 1, 1000000, 0);
insert into deposits_by_day values (2, '2026-01-03', 'TRON', 1, 25004321);
insert into users_by_day values (2, '2026-01-02', 1);

insert into announcements (position, state, title, body, published_at, is_told, created_at, updated_at) values
  ('home', 'published', '{"en": "Hi"}', '{"en": "<p>Hi</p>"}', '2026-01-01Z', true, '2026-01-01Z', '2026-01-01Z'),
  ('home', 'published', '{"en": "Soon"}', '{"en": "<p>Soon</p>"}', '2026-01-01Z', false, '2026-01-01Z', '2026-01-01Z');

-- Both networks, a top-up with its deposit, and a deposit that its sender claims.
insert into payment_methods (type, chain_id, contract_address, wallet_address, created_at) values
  ('TRON', 728126428, '0x' || repeat('1', 40), '0x' || repeat('2', 40), '2026-01-01Z'),
  ('ETH', 1, '0x' || repeat('3', 40), '0x' || repeat('4', 40), '2026-01-01Z');
insert into blocked_wallets (network, address, list, note, created_at) values
  ('ETH', '0x' || repeat('5', 40), 'own', 'stolen', '2026-01-01Z');
insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
  amount_micro, pay_amount_micro, credited_micro, state, tx_hash, hinted_tx_hash, hinted_at, idempotency_key, created_at,
  head_at_creation, expires_at, reserved_until) values
  ('RECH20260103000000001', 1002, 'TRON', 728126428, '0x' || repeat('1', 40), '0x' || repeat('2', 40),
    '0x' || repeat('a', 64), 25000000, 25004321, 25004321, 'credited', '0x' || repeat('b', 64), '0x' || repeat('b', 64),
    '2026-01-03T00:01Z', 'r', '2026-01-03Z', 100, '2026-01-03T00:15Z', '2026-01-04Z');
insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, contract_address,
  from_address, to_address, amount_micro, state, user_id, recorded_at) values
  ('TRON', 728126428, '0x' || repeat('b', 64), 0, 101, '0x' || repeat('d', 64), '2026-01-03Z', '0x' || repeat('1', 40),
    '0x' || repeat('6', 40), '0x' || repeat('2', 40), 25004321, 'credited', 1002, '2026-01-03Z'),
  ('ETH', 1, '0x' || repeat('c', 64), 0, 201, '0x' || repeat('e', 64), '2026-01-03Z', '0x' || repeat('3', 40),
    '0x' || repeat('6', 40), '0x' || repeat('4', 40), 7000000, 'unmatched', null, '2026-01-03Z');
insert into recharge_deposits (deposit_id, recharge_id) values (1, 1);
insert into claim_texts (user_id, chain_id, tx_hash, text, expires_at) values
  (1002, 1, '0x' || repeat('c', 64), 'I claim', '2026-01-04Z');
insert into deposit_claims (user_id, network, chain_id, tx_hash, signer_address, created_at) values
  (1002, 'ETH', 1, '0x' || repeat('c', 64), '0x' || repeat('6', 40), '2026-01-03Z');
