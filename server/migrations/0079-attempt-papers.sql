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
