-- What the front door shows beside the tables and results of the areas (docs/decisions/085): what a league costs and whether
-- it is sold, a new area, and what is decided for the whole organization. An answer that is kept of it must not hold any more.
create constraint trigger leagues_offer_version after update on leagues
  deferrable initially deferred for each row
  when ((old.offered, old.price_cents, old.early_price_cents, old.early_until)
    is distinct from (new.offered, new.price_cents, new.early_price_cents, new.early_until))
  execute function raise_version_of_capacity();

create constraint trigger areas_opened_version after insert on areas
  deferrable initially deferred for each row execute function raise_version_of_area();

create function raise_version_of_every_area() returns trigger language plpgsql as $$
begin
  perform raise_area_version(slug) from (select slug from areas order by slug) every;
  return null;
end
$$;

create constraint trigger organization_version after update on organization
  deferrable initially deferred for each row execute function raise_version_of_every_area();
