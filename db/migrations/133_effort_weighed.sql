-- Whether the other side could play at an offered time, as known when it was offered (rules/effort.ts). Null before this
-- migration: then only the hour decides.
alter table match_offer_times add column suits boolean;

-- The version of the rule that proposed an outcome. A proposal that was announced by an earlier one stays as it is.
alter table match_settlements add column effort_rule int not null default 1;
