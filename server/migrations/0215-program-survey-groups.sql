-- Directors see what students of a program answered in the survey of a book, in groups that never change.
create table program_survey_groups (
  response_id uuid primary key references survey_responses on delete cascade,
  program_id uuid not null references programs on delete cascade,
  group_id uuid not null
);
create index program_survey_groups_program on program_survey_groups (program_id);
create index program_survey_groups_group on program_survey_groups (group_id);
comment on table program_survey_groups is
  'Survey responses that are shown to the directors of a program. A response is in one group of one program at most, so that the difference of any two views consists of whole groups.';
comment on column program_survey_groups.group_id is
  'Shown only while all its responses are there. Students who leave the program stay in it.';
