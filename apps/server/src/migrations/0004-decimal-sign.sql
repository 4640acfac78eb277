-- How balances were read that could be two amounts, such as 1.250; null where none could.
alter table user_imports add column decimal_sign text;

-- A distance from UTC as the shop's time zone was east to the server and west to the database. These names mean the same
-- to both; in them, east has a minus.
update settings set value = to_jsonb(case value #>> '{}'
    when '+05:30' then 'Asia/Kolkata' when '+05:45' then 'Asia/Kathmandu' when '+06:30' then 'Asia/Yangon'
    when '+04:30' then 'Asia/Kabul' when '+03:30' then 'Asia/Tehran' when '+09:30' then 'Australia/Darwin'
    else 'Etc/GMT' || translate(left(value #>> '{}', 1), '+-', '-+') || substr(value #>> '{}', 2, 2)::int
  end)
where key = 'time_zone' and value #>> '{}' ~ '^(\+(0\d|1[0-4])|-(0\d|1[0-2]))(:?00)?$|^\+(05:30|05:45|06:30|04:30|03:30|09:30)$';
