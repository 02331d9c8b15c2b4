-- The span that an operation and an event belong to, as W3C writes it, so that what follows joins its trace. Null when
-- tracing is off.
alter table operations add column traceparent text;
alter table events add column traceparent text;
