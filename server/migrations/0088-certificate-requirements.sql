-- What a certificate was issued for is a fact of its day, like every other word on it.
alter table certificates add column requirements jsonb;
comment on column certificates.requirements is
  'What was required on the day of issue, all of which its holder had done: final_test_percent (of the final test, at least), '
  'survey (true: it was answered). Null: issued before this was stored';
