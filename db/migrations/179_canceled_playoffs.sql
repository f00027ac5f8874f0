-- When an organizer canceled a league's play-offs: no more of their matches follow.
alter table playoffs add column canceled_at timestamptz;
