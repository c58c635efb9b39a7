-- How many cards of a reader are due is told from the index alone, however many they are.
create index review_cards_open on review_cards (user_id, book_id, due_at, question_id);
drop index review_cards_due;
-- A question that is not asked any more is not due either; there are few of them.
create index questions_retired on questions (book_id) where retired_at is not null;
