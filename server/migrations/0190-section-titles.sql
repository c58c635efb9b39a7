-- Headings of sections are results of the search, as chapters are.

alter table outline_entries add column plain_title text not null generated always as (plain_text(title)) stored;
create index outline_entries_title_trigrams on outline_entries using gin (plain_title gin_trgm_ops);
comment on column outline_entries.plain_title is 'The title as it is searched: lower case, without accents.';
