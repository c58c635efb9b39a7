-- Staff find a person by a name on any of their certificates, also on one that was replaced after a change of name.
drop index certificates_name_trigrams;
create index certificates_name_trigrams on certificates using gin (plain_text(user_name) gin_trgm_ops);
