-- The court of an offered time, where it is one on the list of courts.
alter table match_offer_times add column court_id int references courts;
create index match_offer_times_court_id on match_offer_times (court_id);
