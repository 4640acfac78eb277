-- Names of uploads: a wide wordmark for light pages and one for dark pages, in place of logo and name; and the picture
-- of the home page. How wide a wordmark is shown stands in the content.
alter table brand_versions add column wordmark text, add column wordmark_dark text, add column hero text;
alter table brand_drafts add column wordmark text, add column wordmark_dark text, add column hero text;
