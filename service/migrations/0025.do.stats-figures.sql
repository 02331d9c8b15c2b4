-- What the stats of a period count besides. The job starts again from the beginning to fill it in.
alter table payment_figures
  add column canceled integer not null default 0,
  add column captures integer not null default 0,
  add column entries integer not null default 0;
alter table payment_figures_by_day
  add column canceled integer not null default 0,
  add column captures integer not null default 0,
  add column entries integer not null default 0;
update figure_cursors set read_from = '1970-01-01 00:00:00Z';
