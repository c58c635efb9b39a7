import { plainText, type RichText, richText } from './plain-text.ts';
import { OWN_ATTRIBUTES } from './qti-attributes.ts';
import type { DraftChoice, QuestionEntry } from './question-entry.ts';
import { type FindPicture, isKey, type QuestionList } from './question-list.ts';
import { childNamed, childrenNamed, descendantsOf, textOf, type XmlElement } from './xml-tree.ts';

/** What each interaction other than a choice asks for. */
const KINDS: Readonly<Record<string, string>> = {
  textentryinteraction: 'asks for a text to be typed',
  extendedtextinteraction: 'asks for an essay',
  inlinechoiceinteraction: 'has gaps to choose words for',
  matchinteraction: 'asks to match things',
  associateinteraction: 'asks to match things',
  gapmatchinteraction: 'asks to fill gaps by dragging',
  graphicgapmatchinteraction: 'asks to fill gaps of a picture',
  orderinteraction: 'asks to put things in order',
  graphicorderinteraction: 'asks to put things in order',
  hotspotinteraction: 'asks to point into a picture',
  selectpointinteraction: 'asks to point into a picture',
  positionobjectinteraction: 'asks to point into a picture',
  graphicassociateinteraction: 'asks to match parts of a picture',
  hottextinteraction: 'asks to choose words of a text',
  sliderinteraction: 'asks for a number on a slider',
  uploadinteraction: 'asks for a file',
  drawinginteraction: 'asks for a drawing',
  mediainteraction: 'is about a sound or video',
  endattemptinteraction: 'has a button of its own',
  custominteraction: 'has an interaction of its own making',
  portablecustominteraction: 'has an interaction of its own making',
};

const ownAttribute = (element: XmlElement, name: 'page' | 'section') =>
  element.attributes[OWN_ATTRIBUTES[name].replaceAll('-', '')];

/** Reads an `assessmentItem` of QTI 2 or a `qti-assessment-item` of QTI 3. */
export async function readQtiItem(
  list: QuestionList,
  item: XmlElement,
  find: FindPicture,
  line: number | null = item.line,
): Promise<void> {
  const { identifier = '', title = '' } = item.attributes;
  const body = childNamed(item, 'itembody');
  const prompt = body && [...descendantsOf(body)].find(({ name }) => name === 'prompt');
  const inBody = body ? plainText(body.children) : richText('');
  const content = joinTexts(inBody, prompt ? plainText(prompt.children) : richText(''));
  const entry = list.begin({ title: title || content.text || identifier, line });
  if (!body) entry.refuse('It has no text (itemBody).');
  const interaction = body && onlyChoice(entry, body);
  if (!body || !interaction) return;
  tellUnplaced(list, item, body);
  const right = rightAnswers(entry, item, interaction);
  const feedback = feedbackOf(entry, item, right);
  const choices = childrenNamed(interaction, 'simplechoice').map((choice): DraftChoice => {
    const inline = [...descendantsOf(choice)].filter(({ name }) => name === 'feedbackinline');
    return {
      content: plainText(choice.children),
      isCorrect: right.includes(choice.attributes.identifier ?? ''),
      feedback: inline.length > 0 ? plainText(inline.flatMap(({ children }) => children)) : null,
    };
  });
  const fixed = childrenNamed(interaction, 'simplechoice').filter(
    ({ attributes }) => attributes.fixed === 'true',
  );
  if (interaction.attributes.shuffle === 'true' && fixed.length > 0 && fixed.length < choices.length)
    entry.leaveOut('The fixed places of single choices are left out: all of its choices are shuffled.');
  const key = identifier.replace(/^_/, '');
  const page = ownAttribute(body, 'page');
  const { shuffle } = interaction.attributes;
  await entry.finish(
    {
      key: isKey(key) ? key : null,
      name: identifier,
      content,
      choices,
      justification: feedback,
      page: page === undefined ? undefined : Number(page),
      section: ownAttribute(body, 'section'),
      keepOrder: shuffle === undefined ? undefined : shuffle !== 'true',
    },
    find,
  );
}

function joinTexts(first: RichText, second: RichText): RichText {
  return {
    text: [first.text, second.text].filter((text) => text !== '').join('\n\n'),
    pictures: [...first.pictures, ...second.pictures],
    losses: [...new Set([...first.losses, ...second.losses])],
    obstacle: first.obstacle ?? second.obstacle,
  };
}

/** The item's only choice interaction; null, with a finding, if it has others. */
function onlyChoice(entry: QuestionEntry, body: XmlElement): XmlElement | null {
  const interactions = [...descendantsOf(body)].filter(({ name }) => name.endsWith('interaction'));
  const other = interactions.find(({ name }) => name !== 'choiceinteraction');
  const [choice] = interactions;
  if (!choice) entry.refuse('It is a text without answers.');
  else if (other)
    entry.refuse(
      `It ${KINDS[other.name] ?? `is of the kind "${other.name}"`}, and only single choice can be taken.`,
    );
  else if (interactions.length > 1)
    entry.refuse(`It asks ${interactions.length} things in one; a question here asks one.`);
  else return choice;
  return null;
}

function responseOf(item: XmlElement, interaction: XmlElement): XmlElement | undefined {
  const name = interaction.attributes.responseidentifier ?? 'RESPONSE';
  return childrenNamed(item, 'responsedeclaration').find(({ attributes }) => attributes.identifier === name);
}

/** The right answers from the declared response, else from the points of each choice. */
function rightAnswers(entry: QuestionEntry, item: XmlElement, interaction: XmlElement): string[] {
  const response = responseOf(item, interaction);
  const declared = response && childNamed(response, 'correctresponse');
  const right = declared ? childrenNamed(declared, 'value').map((value) => textOf(value).trim()) : [];
  const mapping = response && childNamed(response, 'mapping');
  const points = (mapping ? childrenNamed(mapping, 'mapentry') : []).map(({ attributes }) => ({
    choice: attributes.mapkey ?? '',
    value: Number(attributes.mappedvalue ?? 0),
  }));
  const best = Math.max(0, ...points.map(({ value }) => value));
  const chosen =
    right.length > 0 || best === 0
      ? right
      : points.filter(({ value }) => value === best).map(({ choice }) => choice);
  const partial = points.filter(({ choice, value }) => value !== 0 && !chosen.includes(choice)).length;
  if (partial > 0) entry.leaveOut('Points for other choices are left out: a choice here is right or wrong.');
  const most = Number(interaction.attributes.maxchoices ?? 1);
  if (response?.attributes.cardinality !== 'single' && most !== 1 && chosen.length <= 1)
    entry.refuse('It allows several answers at once; a question here has exactly one right answer.');
  const known = childrenNamed(interaction, 'simplechoice').map(({ attributes }) => attributes.identifier);
  const unknown = chosen.find((choice) => !known.includes(choice));
  if (unknown !== undefined)
    entry.refuse(`Its right answer "${unknown.slice(0, 60)}" is none of its choices.`);
  return chosen;
}

/** The feedback after an answer, without feedback for wrong answers only. */
function feedbackOf(entry: QuestionEntry, item: XmlElement, right: readonly string[]): RichText | null {
  const feedbacks = [
    ...childrenNamed(item, 'modalfeedback'),
    ...[...descendantsOf(item)].filter(({ name }) => name === 'feedbackblock'),
  ];
  const isForWrong = ({ attributes: { identifier = '' } }: XmlElement) =>
    /incorrect|wrong|false/i.test(identifier) && !right.includes(identifier);
  const chosen = feedbacks.find((feedback) => !isForWrong(feedback)) ?? null;
  const others = feedbacks.filter(
    (feedback) => feedback !== chosen && plainText(feedback.children).text !== '',
  );
  if (others.length > 0)
    entry.leaveOut(
      `${others.length === 1 ? 'A feedback is' : `${others.length} feedbacks are`} left out: a question here has one justification.`,
    );
  return chosen && plainText(chosen.children);
}

function tellUnplaced(list: QuestionList, item: XmlElement, body: XmlElement): void {
  if (childNamed(item, 'stylesheet')) list.leaveOutOfMany('Style sheets are left out');
  if ([...descendantsOf(body)].some(({ name }) => name === 'rubricblock'))
    list.leaveOutOfMany('Rubrics, which instruct readers or markers, are left out');
  if (childNamed(item, 'cataloginfo'))
    list.leaveOutOfMany('Alternative forms for accessibility are left out');
  if (childNamed(item, 'templatedeclaration'))
    list.leaveOutOfMany('Values that are computed for each reader are left out');
  if (item.attributes.timedependent === 'true') list.leaveOutOfMany('Time limits of questions are left out');
}
