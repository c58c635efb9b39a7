-- The list of recent imports says by whom one was undone. Of imports that are undone already, it is in the audit log.
alter table people_imports add column undone_by uuid references users;
comment on column people_imports.undone_by is
  'The director or manager who undid it. Null = not undone, or undone before this was recorded.';
