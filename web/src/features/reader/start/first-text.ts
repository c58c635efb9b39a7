import { MOBILE_MAX_WIDTH } from '@vesalius/contract/constants';
import type { PageText } from '@vesalius/contract/reader-text';
import { type FlowBlock, flowPage } from '../flow/flow-page.ts';
import { runningWords } from '../flow/running-lines.ts';
import { LINE_HEIGHTS, TEXT_REM, type TextSettings } from '../flow/text-settings.ts';
import { keptSpot } from '../layout/reading-spot.ts';
import { rememberedView } from '../view.ts';
import type { Early } from './early.ts';
import { earlyArea, showUntilOver } from './first-page.ts';

/*
 * The first page of the text view before the viewer's code has arrived. It stands where the viewer will show it, in the
 * type of flow.module.css, without what needs the code: marks, tables that scroll, figures.
 */

const FACES = {
  serif: '"Source Serif 4 Variable","Noto Naskh Arabic Variable",Georgia,serif',
  sans: '"Inter Variable","Noto Sans Arabic Variable",system-ui,sans-serif',
  legible: '"Atkinson Hyperlegible","Noto Sans Arabic Variable",Verdana,sans-serif',
};
const MEASURES = { narrow: 28, normal: 36, wide: 52 };
const PAPERS = {
  light: ['#fffdf8', '#22211e'],
  sepia: ['#f5e9d2', '#3d2f1c'],
  dark: ['#1b1d1c', '#e4e0d8'],
  black: ['#000', '#cfcbc3'],
} as const;
const HEADING_SIZES = [1, 1.5, 1.28, 1.12, 1, 1, 1];

export async function showFirstText(
  early: Early,
  page: number,
  text: Promise<PageText | null>,
  neighbors: readonly Promise<PageText | null>[],
): Promise<void> {
  const [own, ...others] = await Promise.all([text, ...neighbors].map((each) => each.catch(() => null)));
  // After a reload the viewer shows the text from the word that was read.
  if (!own || early.over || keptSpot(early.bookId, page)) return;
  const present = others.filter((each) => each !== null && each !== undefined);
  const flow = flowPage(own, runningWords(own, `${page}`, present));
  if (flow.shownAs === 'image') return;
  const view = rememberedView();
  const isPhone = innerWidth <= MOBILE_MAX_WIDTH;
  const area = earlyArea(view, isPhone, styleOf(view.text));
  if (view.text.movement === 'turn') area.style.paddingTop = `${isPhone ? 16 : 24}px`;
  const sheet = document.createElement('div');
  sheet.style.cssText = `max-width:min(${MEASURES[view.text.measure] * Math.max(1, view.text.size / 100)}rem,100%);margin:0 auto;padding:0 16px;overflow-wrap:break-word`;
  const border = document.createElement('div');
  border.style.cssText = 'padding:10px 0;font:max(.75rem,.72em)/1.4 system-ui';
  border.textContent = '\u00a0';
  const words = document.createElement('div');
  words.setAttribute('data-flow-text', '');
  words.setAttribute('data-first-text', `${page}`);
  words.append(...flow.blocks.flatMap(elementsOf));
  sheet.append(border, words);
  area.append(sheet);
  showUntilOver(early, area);
}

function styleOf({ face, lineHeight, paper, size, spacing, justified }: TextSettings): string {
  const [ground, ink] = PAPERS[paper];
  const wide = spacing === 'wide' ? 'letter-spacing:.12em;word-spacing:.16em;' : '';
  return `overflow:hidden scroll;background:${ground};color:${ink};font:${(TEXT_REM * size) / 100}rem/${LINE_HEIGHTS[lineHeight]} ${FACES[face]};${wide}${justified ? 'text-align:justify;hyphens:auto' : ''}`;
}

function elementsOf(block: FlowBlock): HTMLElement[] {
  switch (block.kind) {
    case 'text':
      return [block.level > 0 ? heading(block.text, block.level) : paragraph(block.text)];
    case 'footnote':
      return [paragraph(block.text, 'font-size:.85em')];
    case 'list':
      return block.items.map(({ text }) => paragraph(text, 'padding-inline-start:1.4em;margin-bottom:.3em'));
    case 'table':
      return block.rows.map((cells) =>
        paragraph(cells.map(({ text }) => text).join(' · '), 'font-size:.9em;margin:0'),
      );
    case 'figure':
      return block.caption ? [paragraph(block.caption.text, 'font-size:.9em')] : [];
  }
}

function paragraph(text: string, style = ''): HTMLElement {
  const element = document.createElement('p');
  element.dir = 'auto';
  element.style.cssText = `margin:0 0 .85em;${style}`;
  element.textContent = text;
  return element;
}

const heading = (text: string, level: number): HTMLElement =>
  paragraph(
    text,
    `font-size:${HEADING_SIZES[level]}em;font-weight:600;line-height:1.25;text-wrap:balance;margin:1.4em 0 .5em`,
  );
