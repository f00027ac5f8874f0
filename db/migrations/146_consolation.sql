-- Whether those who lose their first match play a second bracket, as the season's rules were when the play-offs were made.
alter table playoffs add column consolation boolean not null default false;
