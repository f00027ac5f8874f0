-- What an organization says in the emails of a kind: its own subject, and a paragraph before the facts.
create table mail_texts (
  kind text primary key,
  -- With named fields in braces; null: as the program writes it.
  subject text,
  opening text,
  changed_at timestamptz not null,
  changed_by_id int not null references players,
  constraint mail_texts_say_something check (subject is not null or opening is not null)
);
create index mail_texts_changed_by_id on mail_texts (changed_by_id);
