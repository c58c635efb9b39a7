-- Comments on a phrase, a second of a lecture, or a question, beside those on a page.

alter table work_comments
  add column was_page integer,
  add column quote text check (quote is null or length(quote) between 1 and 1000),
  add column quote_before text not null default '' check (length(quote_before) <= 200),
  add column quote_after text not null default '' check (length(quote_after) <= 200),
  add column material_key text,
  add column second integer check (second >= 0),
  add column list_kind text check (list_kind in ('quiz', 'test', 'final_test')),
  add column list_key text,
  add column question_key text,
  add column thing_title text not null default '' check (length(thing_title) <= 300),
  add constraint work_comments_place check (
    num_nonnulls(quote, material_key, question_key) <= case when answers is null then 1 else 0 end
    and (material_key is null) = (second is null)
    and (question_key is null) = (list_kind is null)
    and (list_key is null or question_key is not null));
comment on column work_comments.was_page is 'The number of the page in the preview when it was commented on: said when the page is gone. Null: not known.';
comment on column work_comments.quote is 'The words of the page that it is about, with those around them. Null: not about a phrase.';
comment on column work_comments.material_key is 'The lecture that it is about, at a second of it. The page is where the lecture was then.';
comment on column work_comments.question_key is 'The question that it is about, in a quiz, a chapter test or the final test.';
comment on column work_comments.list_key is 'The key of the quiz or test of the question. Null for the final test.';
comment on column work_comments.thing_title is 'What the lecture or question was called then: said when it is gone.';
