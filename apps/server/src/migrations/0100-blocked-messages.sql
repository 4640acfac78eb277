-- How many messages blocked users have sent to support, by day (UTC): of each user, and from each network.
create table blocked_messages (
  day date not null,
  -- `user 7` or `network 203.0.113.7`.
  sender text not null,
  messages int not null check (messages > 0),
  primary key (day, sender)
);
