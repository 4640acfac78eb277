-- A mailed code now proves one of two things: that whoever forgot a password reads the user's mail, or that a
-- user reads the address they want to move to.
alter table reset_codes rename to mailed_codes;
alter table mailed_codes add column purpose text not null default 'password'
  check (purpose in ('password', 'email'));
alter table mailed_codes alter column purpose drop default;

-- The address to move to, as it was written.
alter table mailed_codes add column email text;
alter table mailed_codes add constraint mailed_codes_moves
  check ((purpose = 'email') = (email is not null) and (purpose = 'password' or user_id is not null));

drop index reset_codes_email;
create index mailed_codes_email on mailed_codes (email_key, id);
create index mailed_codes_user on mailed_codes (user_id, id) where purpose = 'email';
alter index reset_codes_created rename to mailed_codes_created;
