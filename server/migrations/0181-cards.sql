-- A reader makes cards of highlights; they are reviewed beside the questions that went wrong.

create table cards (
  id uuid primary key,
  user_id uuid not null references users,
  book_id uuid not null references books,
  page_number integer not null check (page_number > 0),
  annotation_id uuid references annotations on delete set null,
  kind text not null check (kind in ('basic', 'cloze')),
  front text not null check (front <> ''),
  back text not null default '',
  due_at timestamptz not null,
  memory jsonb,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index cards_due on cards (user_id, book_id, due_at);
create index cards_annotation on cards (annotation_id) where annotation_id is not null;
comment on table cards is 'What a reader wants to remember: made of a highlight, reviewed when it is due. Private; gone with the account.';
comment on column cards.annotation_id is 'The highlight it was made of; null once that is deleted. The card has its own text.';
comment on column cards.kind is 'basic: a question and its answer. cloze: {{c1::hidden}} parts of `front` are the answer, `back` is added to it.';
comment on column cards.memory is 'The state of the scheduler (FSRS), with dates as text, as in review_cards. Null: never answered.';
