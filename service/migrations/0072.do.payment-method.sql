-- What was paid with, as far as the processor's reports say: its type, brand and last four digits. Nothing more is kept.
alter table payments add column payment_method jsonb;
