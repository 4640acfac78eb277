-- What the mail server answers, and a name for each message that no other database gives.

alter table mails
  -- The random part of the Message-ID, the same for all tries; those queued before have none.
  add column message_key uuid,
  -- Since when the server takes no mail of the shop, or cannot be reached; such tries do not count.
  add column held_at timestamptz,
  -- When the server refused this recipient or message for good.
  add column refused_at timestamptz,
  -- Why the last try failed.
  add column failure text;
alter table mails alter column message_key set default gen_random_uuid();
create index mails_held on mails (held_at) where state = 'queued' and held_at is not null;
create index mails_refused on mails (refused_at) where refused_at is not null;
create index mails_sent on mails (sent_at) where state = 'sent';

-- Why the delivery e-mail was given up.
alter table orders add column delivery_failure text;
