-- Comments were told by their time: one that was made by a machine whose clock is behind, or in the same millisecond as
-- the last one told, was in no letter. Each comment now says in which letters it was.
alter table work_comments add column told_in uuid;
comment on column work_comments.told_in is 'Identifies the letters that gathered it, of all recipients; null: it waits for the next ones.';
update work_comments c set told_in = w.id from works w where w.id = c.work_id and c.made_at <= w.comments_told_until;
create index work_comments_untold on work_comments (work_id) where told_in is null;
alter table works drop column comments_told_until;

-- Removing and putting back the same user several times sent a letter each time.
create table told_places (
  user_id uuid not null references users on delete cascade,
  group_id uuid not null,
  state text not null check (state in ('in', 'back', 'out', 'out_due', 'manager', 'member', 'member_due')),
  told_at timestamptz not null,
  job_id uuid,
  primary key (user_id, group_id, state)
);
create index told_places_age on told_places (told_at);
comment on table told_places is 'Which letters about a place a user got lately, so that a repeated change sends none again. Deleted after two days.';
comment on column told_places.group_id is 'A program, an institution or a book.';
comment on column told_places.state is 'What the letter said: in, back or out; manager, or a plain member again. _due: a letter about an end was enqueued.';
comment on column told_places.job_id is 'The job of the letter, which may run again; null for _due.';
-- Who was removed just before this release and is put back after it still hears of both.
insert into told_places (user_id, group_id, state, told_at, job_id)
select distinct on (u.id, j.payload->>'group_id') u.id, (j.payload->>'group_id')::uuid, 'out', j.done_at, j.id
from jobs j join users u on u.id::text = j.payload->>'user_id'
where j.kind = 'accounts.send-place-ended' and j.done_at > now() - interval '2 days'
order by u.id, j.payload->>'group_id', j.done_at desc;
