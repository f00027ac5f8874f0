-- What an owner decides of an area (docs/decisions/076). The slug stays its id; people see its address.
alter table areas
  -- Null: the slug.
  add column address text,
  -- Nothing is sold there any more, and nobody moves there; its past stays.
  add column archived_at timestamptz,
  -- The first day on which entries there are sold; null: as soon as the season is.
  add column sale_from date,
  -- Whom players of the area ask; null: the organization.
  add column contact_name text,
  add column contact_email text,
  add column contact_phone text;

-- Each address that an area has had beside its slug. It stays the area's, so that old links lead on.
create table area_addresses (
  address text primary key,
  area text not null references areas,
  since timestamptz not null
);
create index area_addresses_area on area_addresses (area);

create trigger area_addresses_memory after insert or update or delete on area_addresses
  for each statement execute function notify_memory();
