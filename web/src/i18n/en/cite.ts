export default {
  title: 'Cite page {{page}}',
  style: 'Style of the citation',
  styles: { vancouver: 'Vancouver', apa: 'APA', ris: 'RIS', bibtex: 'BibTeX' },
  apaHint:
    'The last line is for your text; APA names the page there. APA writes titles with small letters except names: check the title.',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying. Select the citation and copy it.',
  save: 'Save as {{ending}}',
};
