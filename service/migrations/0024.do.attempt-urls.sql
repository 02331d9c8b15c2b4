-- Where an attempt went: a merchant's callback URL may change between two of them. Null where it was not kept.
alter table delivery_attempts add column url text;
