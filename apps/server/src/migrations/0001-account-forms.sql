-- How an import's accounts are read: separator, columns, whose further values are, whether blanks count. It is kept with
-- the import, so that changing a product changes no account that is there.
alter table stock_batches add column account_form jsonb;

-- What is there looks as it did: every value a field of its own, with its blanks.
update stock_batches batch set account_form = jsonb_build_object(
    'separator', goods.separator, 'columns', to_jsonb(goods.columns), 'surplus', 'further', 'keeps_blanks', true)
  from goods where goods.id = batch.goods_id;

-- Takes the product's form of this moment where an import says nothing else; the version before says nothing.
create function fix_account_form() returns trigger language plpgsql as $$
begin
  if new.account_form is null then
    select jsonb_build_object('separator', separator, 'columns', to_jsonb(columns),
        'surplus', case when char_length(separator) = 1 then 'last' else 'further' end, 'keeps_blanks', false)
      into new.account_form from goods where id = new.goods_id;
  end if;
  return new;
end $$;
create trigger stock_batches_form before insert on stock_batches
  for each row execute function fix_account_form();
