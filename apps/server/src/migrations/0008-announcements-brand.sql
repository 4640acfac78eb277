-- An announcement can be shown at several positions; the first of them stays in its own column.
alter table announcements add column also_at text[] not null default '{}';
alter table announcements add constraint announcements_also_at
  check (also_at <@ array['home', 'purchase', 'recharge', 'login']) not valid;

-- Names of uploads: a wide wordmark for light pages and one for dark pages, in place of logo and name; and the picture
-- of the home page. How wide a wordmark is shown stands in the content.
alter table brand_versions add column wordmark text, add column wordmark_dark text, add column hero text;
alter table brand_drafts add column wordmark text, add column wordmark_dark text, add column hero text;
