-- Whether a product's instruction is also in its delivery e-mails; on the order it is shown in any case.
alter table goods add column instruction_in_mail boolean not null default true;
