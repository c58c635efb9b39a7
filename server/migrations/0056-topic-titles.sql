-- Topics are found by a part of their title in a program with very many as quickly as in one with few.
create index topics_title_trigrams on topics using gin (plain_text(title) gin_trgm_ops);
