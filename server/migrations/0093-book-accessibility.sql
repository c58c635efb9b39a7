-- Who buys a book may want to know beforehand in which ways it can be perceived.
alter table books add column accessibility jsonb;
comment on column books.accessibility is
  'What the publisher states in schema.org''s words: {access_mode, access_mode_sufficient, feature, hazard, summary}. '
  'Null: nothing is stated';
