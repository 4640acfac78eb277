-- Whether a sweep's block still counts: false above the block that a halted chain was resumed from, until it is read again.
alter table deposit_sweeps add column is_confirmed boolean not null default true;
