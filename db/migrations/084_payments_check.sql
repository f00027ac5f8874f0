-- The provider's public key with which the owner has seen the payments work; another key has not been checked yet.
alter table organization add column checked_payments_key text;
