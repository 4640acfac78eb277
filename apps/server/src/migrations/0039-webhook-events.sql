-- An event that has happened: the sender takes it and writes it for each endpoint that wants it. One row, whatever the
-- number of endpoints, in the transaction of what happened.
create table webhook_events (
  id bigint generated always as identity primary key,
  -- The same for all endpoints and attempts.
  message_id text not null,
  type text not null,
  subject text not null,
  body text not null,
  -- Whose endpoints get it beside the shop's; null: only those.
  user_id bigint,
  -- Instead of a user's: exactly these endpoints.
  webhook_ids bigint[],
  created_at timestamptz not null
);

-- What waits is looked up by its subject alone: `webhook_deliveries_subject`.
drop index webhook_deliveries_order;
