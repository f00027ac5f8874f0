-- A side may edit its own report until the other side has answered: the version is now called what the screens call it.
alter table scores drop constraint scores_kind_check;
update scores set kind = 'edit' where kind = 'mend';
alter table scores add constraint scores_kind_check check (kind in ('report', 'edit', 'correction', 'settlement'));
