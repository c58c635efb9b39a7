-- Payloads of jobs spell their fields in one way; those that wait, or stay because of their key, are renamed.
update jobs
set payload = (payload - 'bookId') || jsonb_build_object('book_id', payload -> 'bookId')
where kind in (
    'publishing.prepare-sharp-pages', 'publishing.index-divided-words', 'publishing.remove-revision',
    'publishing.remove-abandoned-import', 'reader.reanchor-annotations'
  )
  and payload ? 'bookId';
