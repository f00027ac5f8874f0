-- How often the work on a task was started: more than once if the server was restarted meanwhile.
alter table tasks add column starts int not null default 0;
