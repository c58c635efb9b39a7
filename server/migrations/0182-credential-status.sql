-- Whoever holds a signed credential can ask whether its certificate was replaced or revoked: its place in a public list.

alter table certificates add column status_number integer generated always as identity;
create unique index certificates_status_number on certificates (status_number);
comment on column certificates.status_number is 'Of this issue, from 1; gives its bit in a list of statuses.';
comment on index certificates_status_number is 'Reads one list of statuses.';
