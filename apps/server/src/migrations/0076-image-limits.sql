-- How many bytes of images buyers have sent, by day (UTC) and network; the row without a network is the whole shop's.
create table image_bytes (
  day date not null,
  block text not null,
  bytes bigint not null check (bytes > 0),
  primary key (day, block)
);

-- An image that was deleted after its time: the message keeps an empty text in its place.
alter table support_messages add column image_deleted_at timestamptz;
create index support_messages_images on support_messages (user_id) where image is not null;
