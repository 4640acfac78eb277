-- A proposal's kind names the event that is announced once it is approved. The audit log is append-only: its
-- earlier entries keep the former names.
update proposals set kind = regexp_replace(kind, 'Passed$', 'Approved') where kind like '%Passed';

-- Daily totals are rolled up, one rollup a time zone.
alter table figure_builds rename to rollups;
alter sequence figure_builds_id_seq rename to rollups_id_seq;
alter table rollups rename constraint figure_builds_pkey to rollups_pkey;
alter table rollups rename constraint figure_builds_time_zone_key to rollups_time_zone_key;
alter table rollups rename constraint figure_builds_check to rollups_check;
alter table rollups rename column folded_movement to rolled_up_movement;
alter table rollups rename column folded_user to rolled_up_user;
alter table sales_by_day rename column build_id to rollup_id;
alter table sales_by_day rename constraint sales_by_day_build_id_fkey to sales_by_day_rollup_id_fkey;
alter table deposits_by_day rename column build_id to rollup_id;
alter table deposits_by_day rename constraint deposits_by_day_build_id_fkey to deposits_by_day_rollup_id_fkey;
alter table users_by_day rename column build_id to rollup_id;
alter table users_by_day rename constraint users_by_day_build_id_fkey to users_by_day_rollup_id_fkey;

-- Whether open pages were told that an announcement has started.
alter table announcements rename column is_told to is_start_published;
alter index announcements_untold rename to announcements_start_unpublished;
