-- Whether the entry does not play on in the consolation.
alter table playoff_seeds add column declined boolean not null default false;
