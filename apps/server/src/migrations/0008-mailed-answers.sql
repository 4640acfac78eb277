-- Which answers of the shop have gone to the user by e-mail.
alter table support_conversations
  -- The answer whose e-mail went last, the last answer in it, and when.
  add column mailed_for bigint,
  add column mailed_through bigint,
  add column mailed_at timestamptz;
