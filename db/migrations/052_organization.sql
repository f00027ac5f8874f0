-- Who runs the leagues of this installation: one row, edited on the desk. The values are those that were written into
-- the program before. Null: the value of the settings (SUPPORT_EMAIL, SUPPORT_PHONE, MAIL_FROM).
create table organization (
  singleton boolean primary key default true constraint organization_one_row check (singleton),
  name text not null constraint organization_name_length check (length(name) between 1 and 60),
  short_name text not null constraint organization_short_name_length check (length(short_name) between 1 and 20),
  main_color text not null constraint organization_main_color_form check (main_color ~ '^#[0-9a-f]{6}$'),
  accent_color text not null constraint organization_accent_color_form check (accent_color ~ '^#[0-9a-f]{6}$'),
  support_email text,
  support_phone text,
  address text not null default '',
  tax_name text,
  tax_rate double precision constraint organization_tax_rate_range check (tax_rate > 0 and tax_rate < 100),
  sender_name text,
  reply_to text,
  currency text not null constraint organization_currency_form check (currency ~ '^[A-Z]{3}$'),
  locale text not null,
  first_day_of_week smallint not null constraint organization_first_day_range check (first_day_of_week between 1 and 7),
  phone_country text not null constraint organization_phone_country_form check (phone_country ~ '^[A-Z]{2}$'),
  units text not null constraint organization_units_known check (units in ('imperial', 'metric')),
  time_zone text not null,
  -- The name of its pictures; null: the product's own sign.
  logo_hash text,
  constraint organization_tax_together check ((tax_name is null) = (tax_rate is null))
);

insert into organization
  (name, short_name, main_color, accent_color, currency, locale, first_day_of_week, phone_country, units, time_zone)
values
  ('Deuce', 'Deuce', '#0c2118', '#def53b', 'USD', 'en-US', 1, 'US', 'imperial', 'America/New_York');

-- The logo as it was uploaded, drawn as a picture, and the icons that are made of it.
create table organization_pictures (
  kind text primary key constraint organization_pictures_kind_known
    check (kind in ('logo', 'icon-192', 'icon-512', 'apple-touch-icon')),
  hash text not null,
  png bytea not null
);

create trigger organization_memory after insert or update or delete on organization
  for each statement execute function notify_memory();
