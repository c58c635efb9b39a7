-- The notebook lists what somebody wrote in all books; the index by book does not serve it.

create index annotations_notebook on annotations (user_id, created_at desc, id);
comment on index annotations_notebook is 'The notes and highlights of a user over all books, newest first.';
