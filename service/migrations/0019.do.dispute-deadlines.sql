-- When the processor wants evidence, where it said so; unknown for disputes from before.
alter table disputes add column due_by timestamptz;
