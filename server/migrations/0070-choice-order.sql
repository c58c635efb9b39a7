alter table questions add column keep_choice_order boolean not null default false;
comment on column questions.keep_choice_order is
  'The choices are shown in the order of the book folder: they name each other by letter, or are a series of numbers.';
