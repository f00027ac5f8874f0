-- The organizers' list of payments and the overview count the refunds that failed; few do.
create index refunds_failed on refunds (order_id) where state = 'failed';
