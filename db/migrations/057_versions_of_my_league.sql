-- What "my league" shows beside the tables of an area (docs/decisions/060): the partner's invitation, refunds and disputes
-- of the payment, and the area's own days. They raise the version of the league's area.
create function raise_version_of_league_area(of_league int) returns void language sql as $$
  select raise_area_version(area) from leagues where id = of_league
$$;

create function raise_version_of_invitation() returns trigger language plpgsql as $$
begin
  perform raise_version_of_league_area(league_id) from entries where id = coalesce(new.entry_id, old.entry_id);
  return null;
end
$$;

create constraint trigger pair_invitations_version after insert or update or delete on pair_invitations
  deferrable initially deferred for each row execute function raise_version_of_invitation();

create function raise_version_of_refund() returns trigger language plpgsql as $$
begin
  perform raise_version_of_league_area(new.league_id);
  return null;
end
$$;

create constraint trigger purchases_refund_version after update on purchases
  deferrable initially deferred for each row
  when (new.counts and (old.refunded_cents, old.refund_requested_at, old.price_cents, old.order_id)
    is distinct from (new.refunded_cents, new.refund_requested_at, new.price_cents, new.order_id))
  execute function raise_version_of_refund();

create function raise_version_of_order() returns trigger language plpgsql as $$
begin
  perform raise_version_of_league_area(league_id) from purchases where order_id = new.id;
  return null;
end
$$;

create constraint trigger orders_version after update on orders
  deferrable initially deferred for each row
  when ((old.disputed_at, old.confirmation_token) is distinct from (new.disputed_at, new.confirmation_token))
  execute function raise_version_of_order();

create function raise_version_of_area() returns trigger language plpgsql as $$
begin
  perform raise_area_version(new.slug);
  return null;
end
$$;

create constraint trigger areas_version after update on areas
  deferrable initially deferred for each row execute function raise_version_of_area();

create function raise_version_of_capacity() returns trigger language plpgsql as $$
begin
  perform raise_area_version(new.area);
  return null;
end
$$;

create constraint trigger leagues_capacity_version after update on leagues
  deferrable initially deferred for each row
  when (old.capacity is distinct from new.capacity)
  execute function raise_version_of_capacity();
