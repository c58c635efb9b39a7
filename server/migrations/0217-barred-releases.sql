-- A release that was taken back (it held a patient's name, a wrong dose) could be published again with one click.
alter table releases add column barred_at timestamptz;
alter table releases add column barred_by uuid references users on delete set null;
alter table releases add column bar_reason text not null default '';
create index releases_barred_by on releases (barred_by) where barred_by is not null;
create index releases_barred on releases (book_id) where barred_at is not null;
comment on column releases.barred_at is 'Since when it must not be published again, and its pages are not sent to readers. Null: it is not barred.';
comment on column releases.bar_reason is 'As written by who barred it.';
