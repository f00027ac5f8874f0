-- A name and not an id: only references to rows end in _id. No release has read the column yet.
alter table second_factors rename column secret_key_id to secret_key_name;
