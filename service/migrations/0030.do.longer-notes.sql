-- a note may have 200 characters
alter table audit_log drop constraint audit_log_note_check;
alter table audit_log add constraint audit_log_note_check check (length(note) <= 200);
