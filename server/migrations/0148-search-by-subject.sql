-- Whoever looks for the code of a subject in the shop finds its books.

create index books_subjects on books using gin (subjects jsonb_path_ops) where subjects <> '[]';
comment on index books_subjects is 'The books of a subject, by its code.';
