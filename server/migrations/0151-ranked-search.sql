-- An index for a ranked search, in plain tables: of each book and stem the pages that hold it. The pages of the preview
-- have rows of their own, so that a search by somebody who may not read the rest never touches it: neither an answer
-- nor its order nor the time it takes can tell what stands there.

create table search_books (
  book_id uuid not null references books on delete cascade,
  part smallint not null check (part in (0, 1)),
  first_page integer not null,
  lengths integer[] not null,
  digest text not null,
  primary key (book_id, part)
);
comment on table search_books is 'Which books have a search index, and how long their pages are.';
comment on column search_books.part is '0: the pages of the preview; 1: all others.';
comment on column search_books.lengths is 'Words of each page from first_page on, without those that every text has.';
comment on column search_books.digest is 'Of the texts and headings that were indexed: an index that still fits is left as it is.';

create table search_postings (
  book_id uuid not null references books on delete cascade,
  part smallint not null check (part in (0, 1)),
  stem text collate "C" not null,
  best real not null,
  postings smallint[] not null,
  primary key (book_id, part, stem)
);
create index search_postings_best on search_postings (stem, part, best desc);
comment on table search_postings is 'Where the words of a book stand, by their stems.';
comment on column search_postings.best is 'What the page that is most about the stem counts, before it is weighed with others: the order in which books are taken.';
comment on column search_postings.postings is 'Page and weight in turn. The weight is twice the number of times, and more for words of headings.';

create table search_abbreviations (
  short text not null,
  long text not null,
  primary key (short, long)
);
comment on table search_abbreviations is 'Abbreviations and what they mean, both folded as the search folds words: one finds the other.';
insert into search_abbreviations (short, long) values
  ('abg', 'arterial blood gas'), ('ace', 'angiotensin converting enzyme'), ('acs', 'acute coronary syndrome'),
  ('af', 'atrial fibrillation'), ('aki', 'acute kidney injury'), ('als', 'amyotrophic lateral sclerosis'),
  ('aml', 'acute myeloid leukaemia'), ('ards', 'acute respiratory distress syndrome'),
  ('arb', 'angiotensin receptor blocker'), ('avnrt', 'atrioventricular nodal reentrant tachycardia'),
  ('av', 'atrioventricular'), ('bmi', 'body mass index'), ('bp', 'blood pressure'), ('cabg', 'coronary artery bypass graft'),
  ('cad', 'coronary artery disease'), ('ckd', 'chronic kidney disease'), ('cns', 'central nervous system'),
  ('copd', 'chronic obstructive pulmonary disease'), ('cpr', 'cardiopulmonary resuscitation'),
  ('crp', 'c reactive protein'), ('csf', 'cerebrospinal fluid'), ('ct', 'computed tomography'),
  ('cxr', 'chest radiograph'), ('dka', 'diabetic ketoacidosis'), ('dvt', 'deep vein thrombosis'),
  ('ecg', 'electrocardiogram'), ('ekg', 'electrocardiogram'), ('ecg', 'ekg'), ('ef', 'ejection fraction'),
  ('egfr', 'estimated glomerular filtration rate'), ('esr', 'erythrocyte sedimentation rate'),
  ('etco2', 'end tidal carbon dioxide'), ('gcs', 'glasgow coma scale'), ('gfr', 'glomerular filtration rate'),
  ('gi', 'gastrointestinal'), ('hf', 'heart failure'), ('hiv', 'human immunodeficiency virus'),
  ('ibd', 'inflammatory bowel disease'), ('icd', 'implantable cardioverter defibrillator'),
  ('icp', 'intracranial pressure'), ('icu', 'intensive care unit'), ('im', 'intramuscular'), ('iv', 'intravenous'),
  ('lbbb', 'left bundle branch block'), ('rbbb', 'right bundle branch block'), ('lv', 'left ventricle'),
  ('rv', 'right ventricle'), ('mi', 'myocardial infarction'), ('mri', 'magnetic resonance imaging'),
  ('mrsa', 'methicillin resistant staphylococcus aureus'), ('ms', 'multiple sclerosis'),
  ('nsaid', 'nonsteroidal anti inflammatory drug'), ('nstemi', 'non st elevation myocardial infarction'),
  ('stemi', 'st elevation myocardial infarction'), ('pci', 'percutaneous coronary intervention'),
  ('pe', 'pulmonary embolism'), ('ppi', 'proton pump inhibitor'), ('ra', 'rheumatoid arthritis'),
  ('rbc', 'red blood cell'), ('wbc', 'white blood cell'), ('sle', 'systemic lupus erythematosus'),
  ('svt', 'supraventricular tachycardia'), ('vt', 'ventricular tachycardia'), ('vf', 'ventricular fibrillation'),
  ('tb', 'tuberculosis'), ('tia', 'transient ischaemic attack'), ('uti', 'urinary tract infection'),
  ('vte', 'venous thromboembolism'), ('wpw', 'wolff parkinson white');

-- What is published is indexed by a job, a book at a time; until then a book is searched as before.
insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key)
select gen_random_uuid(), 'publishing.index-search', '{}', now(), 10, 'index ranked search'
where exists (select 1 from books)
on conflict (dedupe_key) do nothing;
