-- The figure of a season that ranks by strength of results, in whole points of the rating's scale.
alter table standings add column strength int;
