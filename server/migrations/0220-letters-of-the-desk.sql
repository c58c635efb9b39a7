-- One letter gathers the comments on a work; who does not want it turns it off.
alter table users add column wants_work_comments boolean not null default true;
comment on column users.wants_work_comments is 'The letter about comments on works that the user makes or commented on.';

alter table works add column comments_told_until timestamptz;
comment on column works.comments_told_until is 'Letters were sent about the comments until then; null: about none.';
-- Nobody gets a letter about comments from before.
update works w set comments_told_until = c.last from (
  select work_id, max(made_at) as last from work_comments group by work_id) c where c.work_id = w.id;
alter table works add column comments_told_at timestamptz;
comment on column works.comments_told_at is 'When the last letters about comments were sent.';
