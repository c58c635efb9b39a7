-- Comments were told by their time: one that was made by a machine whose clock is behind, or in the same millisecond as
-- the last one told, was in no letter. Each comment now says in which letters it was.
alter table work_comments add column told_in uuid;
comment on column work_comments.told_in is 'Identifies the letters that gathered it, of all recipients; null: it waits for the next ones.';
update work_comments c set told_in = w.id from works w where w.id = c.work_id and c.made_at <= w.comments_told_until;
create index work_comments_untold on work_comments (work_id) where told_in is null;
alter table works drop column comments_told_until;
