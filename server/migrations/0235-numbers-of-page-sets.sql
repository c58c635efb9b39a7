-- The first release of a book that was made at the desk is release 1: its page sets take no numbers of releases any more.

comment on column page_sets.number is
  'That of the release whose import added it, or above 500000 for a PDF of the desk (earlier ones: from the count of the releases). An address names a set or a release, never two things.';
