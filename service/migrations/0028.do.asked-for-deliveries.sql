-- Deliveries that somebody asked for while their endpoint was probed: each is the next probe, although the endpoint is
-- left alone otherwise. Emptied when the endpoint answers.
alter table callback_endpoints add column asked_for text[] not null default '{}';
