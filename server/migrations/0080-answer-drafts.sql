-- One row a question: an answer that is saved no longer rewrites all the others.
alter table answer_drafts rename to former_answer_drafts;
alter index answer_drafts_pkey rename to former_answer_drafts_pkey;
create table answer_drafts (
  user_id uuid not null references users,
  kind text not null check (kind in ('quiz', 'pre', 'post', 'final', 'survey')),
  subject_id uuid not null,
  question_id uuid not null,
  choice_ids uuid[] not null default '{}',
  rating integer,
  answer_text text,
  is_marked boolean not null default false,
  updated_at timestamptz not null,
  primary key (user_id, kind, subject_id, question_id)
);
comment on table answer_drafts is 'Answers kept while they are being given; gone when they are submitted.';
comment on column answer_drafts.question_id is 'A question of the paper, or of the survey.';
comment on column answer_drafts.is_marked is 'The reader wants to come back to this question.';

insert into answer_drafts (user_id, kind, subject_id, question_id, choice_ids, rating, answer_text, updated_at)
select d.user_id, d.kind, d.subject_id, given.key::uuid,
  array(select jsonb_array_elements_text(coalesce(given.value -> 'choice_ids', '[]')))::uuid[],
  (given.value ->> 'rating')::integer, given.value ->> 'text', d.updated_at
from former_answer_drafts d cross join lateral jsonb_each(d.answers) as given;
drop table former_answer_drafts;
