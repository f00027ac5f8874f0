-- A refund in part that the card service refuses for good: it has failed, counts nowhere, and another may follow.
alter table refunds
  drop constraint refunds_state_check,
  add constraint refunds_state_check check (state in ('asked', 'done', 'failed')),
  -- Why, in words for the organizer.
  add column failed_reason text,
  add constraint refunds_failed_for_a_reason check ((state = 'failed') = (failed_reason is not null));

create or replace function keep_refunds_within_the_money() returns trigger language plpgsql as $$
declare
  taken int;
begin
  -- Two refunds of one line come one after the other.
  select taken_cents into taken from purchases where id = new.purchase_id for update;
  if (select sum(amount_cents) from refunds where purchase_id = new.purchase_id and state <> 'failed') > taken then
    raise exception 'more than was taken' using errcode = 'check_violation', constraint = 'refunds_within_the_money';
  end if;
  return null;
end $$;
