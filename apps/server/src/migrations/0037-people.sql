-- Who is independent of whom, and what is known of guesses.

-- An admin made a person's profile, or set their role, e-mail address, password or second factor: for 72 hours the two
-- are no second person for each other. The newest such act counts.
create table user_ties (
  user_id bigint not null references users,
  by_id bigint not null references users,
  at timestamptz not null,
  primary key (user_id, by_id)
);
create index user_ties_by on user_ties (by_id);
insert into user_ties (user_id, by_id, at)
  select users.id, entry.user_id, max(entry.at)
  from audit_entries entry
  join users on entry.subject = 'user:' || users.id
  where entry.user_id is not null and entry.user_id <> users.id
    and entry.at > now() - interval '72 hours'
    and (entry.action in ('user.create', 'role.grant', 'user.twoFactor')
      or entry.action = 'user.update' and entry.before ->> 'email' is distinct from entry.after ->> 'email')
  group by users.id, entry.user_id;

-- The sandbox brings a second owner, so that changes find their second person.
alter table sandbox_sign_ins drop constraint sandbox_sign_ins_role_check;
alter table sandbox_sign_ins add check (role in ('owner', 'colleague', 'buyer', 'agent'));

-- What one admin gave away without anybody's approval: refunds and replacements alike.
drop index order_timeline_refunded_alone;
create index order_timeline_remedied_alone on order_timeline (actor_id, at)
  where kind in ('refunded', 'replaced') and proposal_id is null;
