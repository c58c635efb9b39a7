-- Whether the editors of a book read a note followed from the role that its author has today, so the private notes of a
-- reader were shown once the reader became the editor of any book. It is stored with the note from now on.

alter table annotations add column for_editors boolean not null default false;
comment on column annotations.for_editors is
  'Written by an editor of this very book: its other editors read it, also after its author''s assignment has ended. Private to its author otherwise.';

-- A note that stands is shared only if its author edits this very book, and did when the note was written (null: since
-- book.yaml was imported, at a time that is not known).
update annotations n set for_editors = true
from users u join book_assignments a on lower(a.email) = lower(u.email) and a.role = 'editor'
where u.id = n.user_id and a.book_id = n.book_id and u.role = 'editor' and u.email_verified_at is not null
  and (a.set_at is null or n.created_at >= a.set_at);
