-- A session is opened in the moment after a password, a link or an identity was checked. What ends the sessions of an
-- account in between must win.
alter table users add column credentials_version integer not null default 1;
comment on column users.credentials_version is
  'Counts what replaces the credentials or ends the sessions of the account: reset, change of password or role, second factor, sign-out everywhere. A session is stored only if this is still what it was when the proof was read.';

create table institution_removed_members (
  institution_id uuid not null references institutions on delete cascade,
  user_id uuid not null references users on delete cascade,
  removed_at timestamptz not null,
  primary key (institution_id, user_id)
);
create index institution_removed_members_user on institution_removed_members (user_id);
comment on table institution_removed_members is
  'Who was put out by a manager or the staff: neither the mail domain nor a seat of before brings them back at the next sign-in. Gone when they are invited again.';

-- Removals by the staff are in the log. Who is a member today was invited again, or came back: that is left as it is.
insert into institution_removed_members (institution_id, user_id, removed_at)
select i.id, u.id, max(a.created_at)
from audit_log a
join users u on u.id::text = a.subject_id and u.deleted_at is null
join institutions i on i.id::text = a.detail ->> 'institution_id'
where a.action = 'institution.remove-member' and a.subject_type = 'user'
  and not exists (select 1 from institution_members m where m.institution_id = i.id and m.user_id = u.id)
  and not exists (select 1 from institution_freed_seats f
    where f.institution_id = i.id and f.user_id = u.id and f.freed_at > a.created_at)
group by i.id, u.id;
delete from institution_freed_seats f using institution_members m
where m.institution_id = f.institution_id and m.user_id = f.user_id;
delete from institution_freed_seats f using institution_removed_members r
where r.institution_id = f.institution_id and r.user_id = f.user_id;
