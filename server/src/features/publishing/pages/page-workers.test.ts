import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TurnEnded } from '../../../platform/define-job.ts';
import { pdfOf } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { preparePages, readDocumentFacts } from './page-workers.ts';
import { PdfDocument } from './pdfium.ts';
import { PagesStopped, UnreadablePdf } from './protocol.ts';

let folder: string;
let real: Awaited<ReturnType<typeof bundleForNode>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-workers-'));
  real = await bundleForNode(join(import.meta.dirname, 'page-child.ts'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  real.remove();
});

let files = 0;
const write = (content: Uint8Array | string, extension = 'pdf') => {
  const path = join(folder, `${++files}.${extension}`);
  writeFileSync(path, content);
  return path;
};
const optionsFor = (pdf: string) => ({ pdf, outputFolder: folder, childProgram: real.file });

/** A child that runs `code` for each question, with `answer` in scope; its process id is in the file `pids`. */
function fakeChild(code: string) {
  const pids = join(folder, `${++files}.pids`);
  const program = write(
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');
     const starts = () => readFileSync(${JSON.stringify(pids)}, 'utf8').trim().split('\\n').length;
     const begin = (page) => process.send({ tell: 'begun', page });
     const answer = (page) => process.send({ tell: 'page', prepared: { page, width: 1, height: 1, text: '', missingFonts: [], files: [] } });
     process.on('disconnect', () => process.exit());
     process.on('message', ({ page }) => { ${code} });`,
    'mjs',
  );
  return { program, pids: () => readFileSync(pids, 'utf8').trim().split('\n').map(Number) };
}
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
const run = (program: string, pages: number[], more = {}) => {
  const done: number[] = [];
  return preparePages(
    { pdf: '', outputFolder: folder, childProgram: program, children: 1, ...more },
    'base',
    pages,
    async ({ page }) => void done.push(page),
  ).then(() => done);
};

describe('child processes', () => {
  it('prepare every page once, two of them in parallel', async () => {
    const { program } = fakeChild('begin(page); setTimeout(() => answer(page), 1);');
    const pages = Array.from({ length: 30 }, (_, index) => index + 1);
    expect((await run(program, pages, { children: 2 })).sort((a, b) => a - b)).toEqual(pages);
  });

  it('are killed when a page takes too long, and the page is reported', async () => {
    const hanging = fakeChild('begin(page); if (page === 2) for (;;); answer(page);');
    await expect(run(hanging.program, [1, 2, 3], { timeLimitMs: 1000 })).rejects.toThrow(
      'cannot be prepared: page 2 takes longer than 1 s',
    );
    await expect.poll(() => hanging.pids().filter(isAlive)).toEqual([]);
  });

  it('are replaced when they die, and the page is retried', async () => {
    const { program } = fakeChild(
      'begin(page); if (page === 2 && starts() === 1) process.exit(9); answer(page);',
    );
    expect((await run(program, [1, 2, 3])).sort()).toEqual([1, 2, 3]);
  });

  it('end the import when a page kills them twice', async () => {
    const { program } = fakeChild('begin(page); if (page === 2) process.exit(9); answer(page);');
    await expect(run(program, [1, 2, 3])).rejects.toThrow(/page 2 makes the PDF library fail/);
  });

  it('do not blame the PDF when they are killed from outside', async () => {
    const kill = "process.kill(process.pid, 'SIGKILL')";
    const once = fakeChild(`begin(page); if (page === 2 && starts() === 1) ${kill}; else answer(page);`);
    expect((await run(once.program, [1, 2, 3])).sort()).toEqual([1, 2, 3]);
    const always = fakeChild(`begin(page); if (page === 2) ${kill}; else answer(page);`);
    const error = await run(always.program, [1, 2, 3]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PagesStopped);
    expect(error).toMatchObject({ message: expect.stringContaining('ended by SIGKILL') });
  });

  it('end when the work is aborted', async () => {
    const hanging = fakeChild('begin(page);');
    const stop = new AbortController();
    const work = run(hanging.program, [1], { signal: stop.signal });
    stop.abort();
    await expect(work).rejects.toThrow('aborted');
  });

  it('begin no other page when the turn is over, but one in each turn', async () => {
    const { program } = fakeChild('begin(page); answer(page);');
    const turn = new AbortController();
    turn.abort();
    const done: number[] = [];
    const options = { pdf: '', outputFolder: folder, childProgram: program, turn: turn.signal };
    const prepared = (pages: number[]) =>
      preparePages(options, 'base', pages, async ({ page }) => void done.push(page));
    await expect(prepared([1, 2, 3])).rejects.toBeInstanceOf(TurnEnded);
    expect(done).toEqual([1]);
    await prepared([3]);
    expect(done).toEqual([1, 3]);
  });

  it('cannot exceed their memory limit', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    await document.attach(randomBytes(20_000_000), 'large.bin');
    const pdf = write(await document.save());
    await expect(readDocumentFacts({ ...optionsFor(pdf), memoryLimitMb: 20 })).rejects.toThrow(
      /needs more memory than an import may use|cannot be read/,
    );
    expect((await readDocumentFacts({ ...optionsFor(pdf), memoryLimitMb: 256 })).pages).toBe(1);
  });
});

it('a form that draws itself is refused by its page', async () => {
  const form = '/Fm Do /Fm Do BT /F 20 Tf 20 200 Td (Again) Tj ET';
  const content = 'q /Fm Do Q';
  const pdf = write(
    `%PDF-1.7
1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj
2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj
3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 6 0 R>>/XObject<</Fm 5 0 R>>>>>>\nendobj
4 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj
5 0 obj\n<</Type/XObject/Subtype/Form/BBox[0 0 300 300]/Resources<</Font<</F 6 0 R>>/XObject<</Fm 5 0 R>>>>/Length ${form.length}>>\nstream\n${form}\nendstream\nendobj
6 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj
trailer\n<</Size 7/Root 1 0 R>>\n%%EOF\n`,
  );
  const work = preparePages({ ...optionsFor(pdf), children: 1 }, 'base', [1], async () => {});
  await expect(work).rejects.toThrow(/^cannot be prepared: page 1 makes the PDF library fail/);
  await expect(work).rejects.toBeInstanceOf(UnreadablePdf);
});

it('a tagged book of 450,000 tags with a hidden layer is prepared without what the layer hides', async () => {
  const tags = Array.from(
    { length: 450_000 },
    (_, index) =>
      `${index + 7} 0 obj\n<</Type/StructElem/S/P/P 1 0 R/Pg 3 0 R/K[${index % 50} ${index % 49}]/Lang(en-US)/A<</O/Layout>>>>\nendobj\n`,
  );
  const content = 'BT /F 20 Tf 20 200 Td (Seen) Tj ET /OC /L BDC BT /F 20 Tf 20 100 Td (Hidden) Tj ET EMC';
  const pdf = write(
    `%PDF-1.7
1 0 obj\n<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>>>\nendobj
2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj
3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 6 0 R>>/Properties<</L 5 0 R>>>>>>\nendobj
4 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj
5 0 obj\n<</Type/OCG/Name(L)>>\nendobj
6 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj
${tags.join('')}trailer\n<</Size ${tags.length + 7}/Root 1 0 R>>\n%%EOF\n`,
  );
  const texts: string[] = [];
  await preparePages(
    { ...optionsFor(pdf), children: 1 },
    'base',
    [1],
    async ({ text }) => void texts.push(text),
  );
  expect(texts).toEqual(['Seen']);
});

describe('a PDF', () => {
  it('is refused when it is encrypted, with a password or without', async () => {
    const plain = await PdfDocument.open(write(await pdfOf(1)));
    const protect = (user: string, owner: string) => {
      const { library, handle } = plain;
      library.EPDF_SetEncryption(handle, user, owner, 0);
      const writer = library.PDFiumExt_OpenFileWriter();
      library.PDFiumExt_SaveAsCopy(handle, writer);
      const size = library.PDFiumExt_GetFileWriterSize(writer);
      return plain.withBuffer(size, (pointer) => {
        library.PDFiumExt_GetFileWriterData(writer, pointer, size);
        return plain.bytes(pointer, size);
      });
    };
    await expect(readDocumentFacts(optionsFor(write(protect('secret', 'owner'))))).rejects.toThrow(
      'is encrypted with a password: save it without protection',
    );
    await expect(readDocumentFacts(optionsFor(write(protect('', 'owner'))))).rejects.toThrow(
      'is encrypted (its use is restricted): save it without protection',
    );
  });

  it('is refused when its content is not a PDF', async () => {
    await expect(
      readDocumentFacts(optionsFor(write('%PDF-1.7\nnothing\nstartxref\n9\n%%EOF'))),
    ).rejects.toThrow('cannot be read as a PDF: open it in a viewer and save it anew');
  });

  it.each([
    ['NUL', 'a\0b', 'a b'],
    ['half of a character', 'half \ud83d', 'half \ufffd'],
    ['an override', 'a \u202egpj', 'a gpj'],
    ['10 kB', `x${'🫀'.repeat(2500)}`, `x${'🫀'.repeat(149)}`],
  ])('has titles in its outline that are stored, also of %s', async (_, title, stored) => {
    const document = await PDFDocument.load(await pdfOf(2));
    const { context } = document;
    const item = context.nextRef();
    const utf16 = Buffer.from(`\ufeff${title}`, 'utf16le').swap16();
    const dest = [document.getPage(0).ref, 'Fit'];
    context.assign(item, context.obj({ Title: PDFHexString.of(utf16.toString('hex')), Dest: dest }));
    const outlines = context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 });
    document.catalog.set(PDFName.of('Outlines'), context.register(outlines));
    const { outline } = await readDocumentFacts(optionsFor(write(await document.save())));
    expect(outline.map((entry) => entry.title)).toEqual([stored]);
  });

  it('has its page labels and its outline, with a repeated title once', async () => {
    const document = await PDFDocument.load(await pdfOf(4));
    const { context } = document;
    const [page3] = document.getPages().slice(2);
    const item = context.register(
      context.obj({
        Title: PDFString.of('Chapter oneChapter one'),
        Dest: [page3!.ref, 'Fit'],
        Parent: context.nextRef(),
      }),
    );
    document.catalog.set(
      PDFName.of('Outlines'),
      context.register(context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 })),
    );
    document.catalog.set(
      PDFName.of('PageLabels'),
      context.obj({ Nums: [0, { S: 'r' }, 2, { S: 'D', St: 1 }] }),
    );
    expect(await readDocumentFacts(optionsFor(write(await document.save())))).toEqual({
      pages: 4,
      labels: ['i', 'ii', '1', '2'],
      outline: [{ depth: 0, title: 'Chapter one', page: 3 }],
    });
  });
});
