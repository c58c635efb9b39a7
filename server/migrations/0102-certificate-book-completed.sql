-- A certificate says that a book was completed only where it was: read, not just examined.
alter table certificates add column book_completed boolean not null default false;
comment on column certificates.book_completed is
  'On the day of issue the book was completed: read, and its final test passed. False: the certificate names the final test';
update certificates c set book_completed = true from book_progress p
  where p.user_id = c.user_id and p.book_id = c.book_id and p.status = 'completed'
    and (p.completed_at is null or p.completed_at <= c.issued_at);
