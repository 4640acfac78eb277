-- How a buyer wants accounts delivered; without a row, exactly as they were imported.
create table delivery_formats (
  user_id bigint primary key references users on delete cascade,
  -- Empty: all columns of the product.
  columns text[] not null,
  separator text not null,
  file_type text not null check (file_type in ('txt', 'csv', 'jsonl')),
  has_header boolean not null
);
