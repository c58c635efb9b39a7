-- Staff find a book among ten thousand, published or not, by its title, and count from the index alone what somebody can
-- open; packages, programs and institutions by their names.
create index books_by_title on books (plain_title text_pattern_ops, id) include (published_at);
drop index books_title_trigrams;
create index books_title_trigrams on books using gin (plain_title gin_trgm_ops);

create index packages_by_name on packages (plain_text(name) text_pattern_ops, id);
create index programs_by_name on programs (plain_text(name) text_pattern_ops, id);
create index institutions_by_name on institutions (plain_text(name) text_pattern_ops, id);
create index packages_name_trigrams on packages using gin (plain_text(name) gin_trgm_ops);
create index programs_name_trigrams on programs using gin (plain_text(name) gin_trgm_ops);
create index institutions_name_trigrams on institutions using gin (plain_text(name) gin_trgm_ops);
