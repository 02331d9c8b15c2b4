-- The oldest release that this schema serves, by the newest schema that release knows: instances of it stay ready while
-- those of the next one start, and can be brought back. A migration that takes away what that release uses raises it.
create table oldest_release (
  only_row boolean primary key default true check (only_row),
  schema integer not null
);
insert into oldest_release (schema) values (47);
