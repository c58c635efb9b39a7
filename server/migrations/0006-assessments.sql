-- Quizzes, chapter tests, the final test and the survey. Questions are never deleted, only retired:
-- answers given to them keep their meaning.

create table quizzes (
  id uuid primary key,
  book_id uuid not null references books,
  key text not null,
  page integer not null,
  title text not null,
  retired_at timestamptz,
  unique (book_id, key)
);
create index quizzes_page on quizzes (book_id, page) where retired_at is null;

create table tests (
  id uuid primary key,
  book_id uuid not null references books,
  key text not null,
  title text not null,
  note text not null default '',
  is_mandatory boolean not null default false,
  pre_page integer not null,
  post_page integer not null,
  retired_at timestamptz,
  unique (book_id, key)
);
create table test_sections (
  id uuid primary key,
  test_id uuid not null references tests,
  key text not null,
  position integer not null,
  name text not null,
  first_page integer not null,
  message text,
  unique (test_id, key)
);
create table final_tests (
  id uuid primary key,
  book_id uuid not null unique references books,
  note text not null default '',
  retired_at timestamptz
);

create table questions (
  id uuid primary key,
  book_id uuid not null references books,
  -- Exactly one of the three.
  quiz_id uuid references quizzes,
  test_id uuid references tests,
  final_test_id uuid references final_tests,
  section_id uuid references test_sections,
  key text not null,
  position integer not null,
  question text not null,
  image_key text,
  justification text not null default '',
  justification_image_key text,
  -- The page that proves the answer.
  page_number integer,
  points integer not null default 1,
  retired_at timestamptz,
  check (num_nonnulls(quiz_id, test_id, final_test_id) = 1)
);
create unique index questions_quiz on questions (quiz_id, key) where quiz_id is not null;
create unique index questions_test on questions (test_id, key) where test_id is not null;
create unique index questions_final_test on questions (final_test_id, key) where final_test_id is not null;
create index questions_book on questions (book_id);

-- Ids are random (not time-ordered) and the position is shuffled at import: neither may tell the right answer.
create table choices (
  id uuid primary key,
  question_id uuid not null references questions,
  position integer not null,
  answer text not null default '',
  image_key text,
  correct boolean not null,
  retired_at timestamptz
);
create index choices_question on choices (question_id, position);

-- One submission. Quizzes and the two turns of a chapter test have number 1 only; the final test counts up.
-- Score and total are those of its answers: a quiz answered question by question grows, and so does a test to
-- which a later import adds a question. Solved = every question that is not retired has an answer in it.
create table attempts (
  id uuid primary key,
  user_id uuid not null references users,
  book_id uuid not null references books,
  kind text not null check (kind in ('quiz', 'pre', 'post', 'final')),
  subject_id uuid not null,
  number integer not null default 1,
  score integer not null,
  total integer not null,
  submitted_at timestamptz not null,
  -- Set by the regrade command when a corrected key changed the score.
  regraded_at timestamptz,
  -- The one constraint that makes a second sending harmless.
  unique (user_id, kind, subject_id, number)
);
create index attempts_book on attempts (user_id, book_id);
create index attempts_subject on attempts (subject_id, kind);

-- `correct` is what it was graded with: a later change of the key does not rewrite history.
create table attempt_answers (
  attempt_id uuid not null references attempts,
  question_id uuid not null references questions,
  choice_id uuid not null references choices,
  correct boolean not null,
  points integer not null,
  primary key (attempt_id, question_id)
);
create index attempt_answers_question on attempt_answers (question_id);

-- Questions once answered wrong, whose key the reader has seen: they come back when due (FSRS).
create table review_cards (
  user_id uuid not null references users,
  question_id uuid not null references questions,
  book_id uuid not null references books,
  due_at timestamptz not null,
  -- The scheduler's memory of this card (stability, difficulty, ...); null = never reviewed.
  memory jsonb,
  reviewed_at timestamptz,
  primary key (user_id, question_id)
);
create index review_cards_due on review_cards (user_id, book_id, due_at);

-- Answers kept while they are being given: {question id: {choice_ids, rating, text}}; gone when submitted.
create table answer_drafts (
  user_id uuid not null references users,
  kind text not null check (kind in ('quiz', 'pre', 'post', 'final', 'survey')),
  subject_id uuid not null,
  answers jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, kind, subject_id)
);

create table surveys (
  id uuid primary key,
  book_id uuid not null unique references books,
  title text not null,
  retired_at timestamptz
);
create table survey_questions (
  id uuid primary key,
  survey_id uuid not null references surveys,
  key text not null,
  position integer not null,
  question text not null,
  question_type text not null check (question_type in ('MCQ', 'Rating', 'OpenEnded')),
  is_mcq_single_choice boolean not null default true,
  retired_at timestamptz,
  unique (survey_id, key)
);
create table survey_choices (
  id uuid primary key,
  survey_question_id uuid not null references survey_questions,
  position integer not null,
  answer_choice text not null,
  retired_at timestamptz
);
create index survey_choices_question on survey_choices (survey_question_id, position);
create table survey_responses (
  id uuid primary key,
  survey_id uuid not null references surveys,
  user_id uuid not null references users,
  submitted_at timestamptz not null,
  unique (survey_id, user_id)
);
create table survey_answers (
  response_id uuid not null references survey_responses,
  survey_question_id uuid not null references survey_questions,
  choice_ids uuid[] not null default '{}',
  rating integer,
  open_ended_answer text,
  primary key (response_id, survey_question_id)
);
