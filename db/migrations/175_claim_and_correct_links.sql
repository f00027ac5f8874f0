-- Links of two more kinds, both of an account: one with which a player without an email sets email and password ('claim'), and
-- one that confirms the email that an organizer has entered for a player ('correct_email').
alter table mail_tokens
  drop constraint mail_tokens_one_subject,
  add constraint mail_tokens_one_subject check (
    num_nonnulls(player_id, score_id, offer_id, pair_invitation_id, entry_invitation_id, merge_request_id) = 1
    and case purpose
      when 'verify_email' then num_nulls(player_id, email) = 0
      when 'reset_password' then num_nulls(player_id, email) = 0
      when 'set_password' then num_nulls(player_id, email) = 0
      when 'change_email' then num_nulls(player_id, email) = 0
      when 'correct_email' then num_nulls(player_id, email) = 0
      when 'claim' then num_nulls(player_id, email) = 0
      when 'link_identity' then num_nulls(player_id, email) = 0
      when 'score' then num_nulls(score_id, addressee_id) = 0
      when 'offer' then num_nulls(offer_id, addressee_id) = 0
      when 'pair_invitation' then pair_invitation_id is not null
      when 'entry_invitation' then entry_invitation_id is not null
      when 'merge_keep' then merge_request_id is not null
      when 'merge_from' then merge_request_id is not null
      else false
    end
  ) not valid;
