-- A logo as devices ask for it to show the shop as an app, drawn by the browser that uploaded it. Its own table, because
-- the draft and every version that have the logo have its icons. A logo from before has none.
create table brand_icons (
  logo text primary key references uploads on delete cascade,
  -- Names of uploads.
  small text,
  maskable text,
  check (coalesce(small, maskable) is not null)
);
