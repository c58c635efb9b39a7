-- What archives were unpacked to counts against the limit of a day like what was received.

alter table resumable_uploads add column unpacked_bytes bigint not null default 0 check (unpacked_bytes >= 0);
comment on column resumable_uploads.unpacked_bytes is
  'The bytes of the files that were unpacked from it and stored; 0 for a file that is no archive.';
