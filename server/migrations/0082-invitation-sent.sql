-- Directors and librarians see who was invited when, and send an invitation again, but not too often.
alter table users add column invitation_sent_at timestamptz;
comment on column users.invitation_sent_at is
  'When the last invitation was sent or claimed to be sent. Null = none since this is recorded.';
update users u set invitation_sent_at = t.sent
from (select user_id, max(created_at) as sent from one_time_tokens where purpose = 'invitation' group by user_id) t
where t.user_id = u.id;
