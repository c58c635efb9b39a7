-- Directors and librarians import people the same way: one table of imports for programs and institutions.
alter table program_imports rename to people_imports;
alter table people_imports rename column director_id to added_by;
alter table people_imports alter column program_id drop not null;
alter table people_imports add column institution_id uuid references institutions on delete cascade;
alter table people_imports add constraint people_imports_group
  check (num_nonnulls(program_id, institution_id) = 1);
create index people_imports_program on people_imports (program_id, created_at) where program_id is not null;
create index people_imports_institution on people_imports (institution_id, created_at)
  where institution_id is not null;
comment on table people_imports is
  'One file or form of people. Its parts share an id that the browser chose. For a day it can be undone: whoever has not acted since leaves again.';
comment on column people_imports.added_by is 'The director or manager who added them.';
comment on column people_imports.institution_id is 'Either a program or an institution.';

alter table institution_members add column import_id uuid references people_imports;
create index institution_members_import on institution_members (import_id) where import_id is not null;
comment on column institution_members.import_id is 'The import that added the member. Null = another way.';
