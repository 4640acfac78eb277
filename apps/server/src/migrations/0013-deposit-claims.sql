-- Payments that no top-up was recognised by, claimed by the wallet that sent them.

-- What a wallet is asked to sign; the newest for a payment counts.
create table claim_texts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  text text not null,
  expires_at timestamptz not null
);
create index claim_texts_user on claim_texts (user_id, chain_id, tx_hash);

-- A signed claim stays: a payment that is not final yet, or not even known, is credited when it is recorded.
create table deposit_claims (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  network text not null,
  chain_id bigint not null,
  tx_hash chain_hash not null,
  ordinal int,
  signer_address chain_address not null,
  created_at timestamptz not null
);
create unique index deposit_claims_once on deposit_claims (user_id, chain_id, tx_hash, coalesce(ordinal, -1));
create index deposit_claims_payment on deposit_claims (chain_id, tx_hash, signer_address);
