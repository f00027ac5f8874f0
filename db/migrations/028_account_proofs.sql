-- SHA-256 of the secret that a guest's browser keeps: only that browser is answered again for the same order.
alter table orders add column guest_secret_hash bytea;

-- A link that connects a provider's identity to the account of the email; the identity is stored with it.
alter table mail_tokens
  drop constraint mail_tokens_purpose_check,
  add constraint mail_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'set_password', 'change_email', 'link_identity')),
  add column issuer text,
  add column subject text,
  add constraint mail_tokens_link_has_identity check ((purpose = 'link_identity') = (num_nulls(issuer, subject) = 0));

-- When an organizer's desk closes until a second factor is enrolled; null: no date is set yet.
alter table players add column second_factor_by timestamptz;

-- The key that encrypts `secret`; null: it is stored as it is, by a release before this one.
alter table second_factors add column secret_key_name text;
