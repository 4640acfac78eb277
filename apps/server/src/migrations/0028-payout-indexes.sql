-- One request of a balance at a time, and a repeated call asks for nothing twice.
create unique index if not exists payout_requests_open_balance on payout_requests (user_id)
  where kind = 'balance' and state in ('requested', 'approved', 'paying', 'sent');
create unique index if not exists payout_requests_key_balance on payout_requests (user_id, idempotency_key)
  where kind = 'balance';
create index if not exists payout_requests_user on payout_requests (user_id, id) where kind = 'balance';
-- What one admin has recorded alone, for the limit of that.
create index if not exists agent_payouts_approved on agent_payouts (approved_by, created_at) where approved_by is not null;
