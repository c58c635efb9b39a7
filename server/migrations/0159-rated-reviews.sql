-- How hard a question of the review was is said after its answer was seen.

alter table review_cards add column rated_from jsonb;
comment on column review_cards.rated_from is 'The memory before the last answer, where that was right: the reader''s rating schedules from it again. Null: never answered, or wrong.';
