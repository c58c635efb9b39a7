-- What one attempt asks, and in which order: drawn once, when its paper is first opened.
create table attempt_papers (
  user_id uuid not null references users,
  kind text not null check (kind in ('quiz', 'pre', 'post', 'final')),
  subject_id uuid not null,
  number integer not null,
  seed integer not null,
  question_ids uuid[],
  drawn_at timestamptz not null,
  primary key (user_id, kind, subject_id, number)
);
comment on table attempt_papers is
  'The paper of an attempt, drawn when it is first opened, before the attempt is submitted. An attempt without one was taken in the order of the book.';
comment on column attempt_papers.subject_id is 'The quiz, chapter test or final test.';
comment on column attempt_papers.number is 'The number of the attempt that it is for: opening it again draws nothing new.';
comment on column attempt_papers.seed is 'Decides the order of questions and choices.';
comment on column attempt_papers.question_ids is 'The questions drawn for this attempt; null = all questions are asked.';

alter table quizzes add column keep_question_order boolean not null default false;
alter table tests add column keep_question_order boolean not null default false;
alter table final_tests
  add column keep_question_order boolean not null default false,
  add column questions_per_attempt integer check (questions_per_attempt > 0);
comment on column quizzes.keep_question_order is 'The questions are asked in the order of the book folder.';
comment on column tests.keep_question_order is 'The questions are asked in the order of the book folder.';
comment on column final_tests.keep_question_order is 'The questions are asked in the order of the book folder.';
comment on column final_tests.questions_per_attempt is
  'How many of the questions are drawn for each attempt; null = all are asked.';

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
comment on column answer_drafts.subject_id is 'The quiz, chapter test, final test or survey.';
comment on column answer_drafts.question_id is 'A question of the paper, or of the survey.';
comment on column answer_drafts.answer_text is 'Of a survey: in the reader''s own words.';
comment on column answer_drafts.rating is 'Of a survey.';
comment on column answer_drafts.is_marked is 'The reader wants to come back to this question.';

insert into answer_drafts (user_id, kind, subject_id, question_id, choice_ids, rating, answer_text, updated_at)
select d.user_id, d.kind, d.subject_id, given.key::uuid,
  array(select jsonb_array_elements_text(coalesce(given.value -> 'choice_ids', '[]')))::uuid[],
  (given.value ->> 'rating')::integer, given.value ->> 'text', d.updated_at
from former_answer_drafts d cross join lateral jsonb_each(d.answers) as given;
drop table former_answer_drafts;
