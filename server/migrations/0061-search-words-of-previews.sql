-- A mistyped word is corrected to words of the previews alone: that a word is known tells everybody that it stands in
-- some book, and beyond the preview a book tells nothing.
truncate search_words;
insert into search_words (word)
  select distinct w.word from book_pages p, unnest(tsvector_to_array(p.search_vector)) as w (word)
  where p.page_number <= 15 and length(w.word) between 4 and 40 and w.word !~ '[0-9]';
comment on table search_words is 'Words of the previews (pages 1 to 15): what a mistyped word may have meant';

comment on table known_devices is
  'Devices and places that somebody signed in from. Guessing from elsewhere does not slow these down';
comment on column known_devices.device_hash is
  'SHA-256 of the device id that the browser keeps, or a keyed hash of the network address';
