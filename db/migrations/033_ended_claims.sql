-- When the owner of the email ended the claims of somebody else who had opened the account: what was bought or accepted
-- before was not theirs (docs/decisions/048-the-first-proof-empties-a-strangers-profile.md).
alter table players add column claims_ended_at timestamptz;
