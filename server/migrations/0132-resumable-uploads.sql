-- Large files, sent in parts: interrupted, continued, whole at last.

create table resumable_uploads (
  id uuid primary key,
  user_id uuid references users on delete set null,
  name text not null check (name <> '' and length(name) <= 200),
  declared_bytes bigint not null check (declared_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and declared_bytes),
  state text not null default 'receiving'
    check (state in ('receiving', 'checking', 'finished', 'refused', 'canceled', 'expired')),
  refusal text,
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  media_type text,
  store_reference text,
  has_bytes boolean not null default true,
  held_by uuid,
  held_until timestamptz,
  release_asked boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  constraint resumable_uploads_refusal check ((state = 'refused') = (refusal is not null)),
  constraint resumable_uploads_content check ((hash is null) = (media_type is null)),
  constraint resumable_uploads_finished check (state <> 'finished' or hash is not null)
);
create index resumable_uploads_user on resumable_uploads (user_id, created_at);
create index resumable_uploads_expiring on resumable_uploads (expires_at) where state = 'receiving';
create index resumable_uploads_ended on resumable_uploads (changed_at)
  where state in ('finished', 'refused', 'canceled', 'expired');
comment on table resumable_uploads is 'A file that is sent in parts. Its bytes stand in the storage at resumable/{id}.part until they are accepted, refused, canceled or expired.';
comment on column resumable_uploads.user_id is 'Who alone may continue and cancel it. Null: the account was deleted, and the bytes go with the next clean-up.';
comment on column resumable_uploads.name is 'As the sender called it, without folders and control characters. Shown, and used for nothing else.';
comment on column resumable_uploads.received_bytes is 'At the end of the last request. Where the sender continues is asked of the storage, which is right also after a kill.';
comment on column resumable_uploads.state is 'receiving, then checking (all bytes are there), then finished or refused; canceled by its owner; expired when nothing came for a week.';
comment on column resumable_uploads.refusal is 'The code of the error that tells its owner why.';
comment on column resumable_uploads.hash is 'SHA-256 of the bytes, stored before they are handed over, so that handing over may be repeated.';
comment on column resumable_uploads.media_type is 'As the content says.';
comment on column resumable_uploads.store_reference is 'The id of the multipart upload in an S3-compatible store.';
comment on column resumable_uploads.has_bytes is 'False once its own bytes are out of the storage: what a clean-up has to remove is found after a kill as well.';
comment on column resumable_uploads.held_by is 'The request that writes now. It renews held_until, by the clock of the database; after that another one may write.';
comment on column resumable_uploads.release_asked is 'Another request of the owner waits: the one that writes ends where it is.';
