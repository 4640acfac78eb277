-- `orders_user_time` serves what these did; every order writes into each index.
drop index orders_user;
drop index orders_user_goods;
