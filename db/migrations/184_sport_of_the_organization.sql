-- The sport that the owner began with: forms start from it. Null where nobody chose one.
alter table organization add column sport text
  constraint organization_sport_known check (sport in ('tennis', 'padel', 'pickleball', 'badminton', 'squash', 'table_tennis'));
