import { expect, type Page, test } from '@playwright/test';
import { axeOn } from './support/axe.ts';
import { signedIn } from './support/session.ts';

const DIRECTOR = 'director@vesalius.example';
const stamp = `${Date.now().toString(36)}${process.pid.toString(36)}`;

const findings = async (page: Page) =>
  (await axeOn(page).analyze()).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`,
  );

/** Opens the director's program from the home page. */
async function openProgram(page: Page): Promise<string> {
  await signedIn(page, DIRECTOR);
  await page.goto('/');
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await expect(page.getByRole('heading', { name: 'Where everybody stands' })).toBeVisible();
  return /programs\/([^/]+)\/overview/i.exec(page.url())?.[1] ?? '';
}

test('a director adds a student, imports a file, views progress, and removes them again', async ({
  page,
}) => {
  const id = await openProgram(page);
  expect(await findings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Students', exact: true }).click();
  await page.getByRole('link', { name: 'Add student' }).click();
  await page.getByRole('button', { name: 'Add student' }).click();
  await expect(page.getByText('First Name is required')).toBeVisible();
  await page.getByLabel('First name').fill('Zara');
  await page.getByLabel('Last name').fill(`Journey${stamp}`);
  await page.getByLabel('Email').fill(`zara-${stamp}@example.org`);
  await page.getByRole('button', { name: 'Add student' }).click();
  await expect(page.getByText('Student added successfully')).toBeVisible();
  await page.getByLabel('First name').fill('Zara');
  await page.getByLabel('Last name').fill('Again');
  await page.getByLabel('Email').fill(`zara-${stamp}@example.org`);
  await page.getByRole('button', { name: 'Add student' }).click();
  await expect(page.getByText('There is a duplicate assignment of the same student.')).toBeVisible();

  const file = `email,first_name,second_name\nyan-${stamp}@example.org,Yan,Journey${stamp}\nbroken,Bo,Journey${stamp}\nzara-${stamp}@example.org,Zara,Twice\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByText('✓ Will be added')).toBeVisible();
  await expect(page.getByText('Already in', { exact: true })).toBeVisible();
  const broken = page.getByRole('textbox', { name: 'Email, Row 3' });
  await broken.fill(`bo-${stamp}@example.org`);
  await broken.blur();
  await expect(page.getByText('✓ Will be added')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(page.getByText('2 people were added', { exact: true })).toBeVisible();
  // Undo is also available after the page was left.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Added during the last day' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const latest = page.getByRole('listitem').filter({ hasText: '2 people were added' }).first();
  await latest.getByRole('button', { name: /^Undo the adding of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 2 people' }).click();
  await expect(page.getByText('2 people were removed again.')).toBeVisible();

  await page.goto(`/programs/${id}/StudentsList`);
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(`journey${stamp}`);
  // The list shows the search results, and is no longer dimmed.
  await expect(page.getByRole('button', { name: /^Show the books of / })).toHaveCount(1);
  await expect(page.getByRole('checkbox', { name: `Select Zara Journey${stamp}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await page.getByRole('button', { name: `Show the books of Zara Journey${stamp}` }).click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: new RegExp(`Zara Journey${stamp}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Zara Journey${stamp}` })).toBeVisible();
  await expect(page.getByText('N/A').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.goBack();
  await page.getByRole('checkbox', { name: `Select Zara Journey${stamp}` }).check();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this student from the program?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Deletion operation completed successfully.')).toBeVisible();
  await expect(page.getByText('No results found!')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/ is back\.$/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: `Select Zara Journey${stamp}` })).toBeVisible();
});

test('a topic is written, commented on by a student without a reload, and deleted after a confirmation', async ({
  page,
  browser,
}) => {
  const id = await openProgram(page);
  await page.getByRole('link', { name: 'Topics', exact: true }).click();
  await page.getByRole('link', { name: 'Add topic' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Please write a title.')).toBeVisible();
  await page.getByLabel('Title').fill(`Murmurs ${stamp}`);
  await page.getByRole('textbox', { name: 'Content' }).fill('What do you hear?');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Murmurs ${stamp}` })).toBeVisible();

  const student = await (await browser.newContext()).newPage();
  await signedIn(student, 'amina.haddad@residents.example');
  await student.goto('/Topics');
  await student.getByRole('link', { name: `Murmurs ${stamp}`, exact: true }).click();
  await expect(student.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await student.getByLabel('Write a comment').fill('A click, then a late systolic murmur.');
  await student.getByRole('button', { name: 'Comment' }).click();
  await expect(student.getByText('Comment successfully Added')).toBeVisible();

  await expect(page.getByText('A click, then a late systolic murmur.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await student.goto(`/programs/${id}/StudentsList`);
  await expect(student).toHaveURL(/\/$/);
  await student.context().close();

  await page.goto(`/programs/${id}/Topics`);
  await page.getByRole('button', { name: `Delete Murmurs ${stamp}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete This Topic!' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Topic successfully deleted')).toBeVisible();
});

test('staff appoint a member as manager of an institution, who then sees members and usage', async ({
  page,
  browser,
}) => {
  await signedIn(page, 'staff@vesalius.example');
  await page.goto('/admin/institutions');
  await page.getByRole('link', { name: 'Fabrica Teaching Hospital' }).click();
  const appoint = page.getByRole('button', { name: 'Make manager: Omar Said' });
  const dismiss = page.getByRole('button', { name: 'Remove as manager: Omar Said' });
  await expect(appoint.or(dismiss)).toBeVisible();
  // An interrupted run has left him as a manager.
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();
  if (await dismiss.isVisible()) {
    await dismiss.click();
    await confirm('Remove as manager');
  }
  await appoint.click();
  await confirm('Make manager');
  await expect(dismiss).toBeVisible();
  expect(await findings(page)).toEqual([]);

  const member = await (await browser.newContext()).newPage();
  await signedIn(member, 'ward.one@fabrica.example');
  await member.goto('/institution-management');
  await expect(
    member
      .getByRole('cell', { name: /Petra Novak/ })
      .or(member.getByText('Petra Novak'))
      .first(),
  ).toBeVisible();
  // A file as Excel saves it in Western Europe, with unknown headings.
  const names = `Whom;Clan;Where\nZoë;Größe${stamp};zoe-${stamp}@ward.example\nQ;X;broken\n`;
  await member
    .locator('input[type=file]')
    .setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(names, 'latin1') });
  await expect(member.getByText('Choose which column holds the email')).toBeVisible();
  const columns = member.getByRole('group', { name: 'Columns of the file' });
  await columns.getByLabel('First name').selectOption({ label: 'Whom (as in Zoë)' });
  await expect(columns.getByLabel('Last name')).toBeEnabled();
  await columns.getByLabel('Last name').selectOption({ label: `Clan (as in Größe${stamp})` });
  await expect(member.getByText('Read as Windows-1252.')).toBeVisible();
  expect(await findings(member)).toEqual([]);
  const download = member.waitForEvent('download');
  await member.getByRole('button', { name: 'Download these rows with the reason (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('rows-left-out.csv');
  await member.getByRole('button', { name: 'Add 1 person' }).click();
  await expect(member.getByText('1 person was added', { exact: true }).first()).toBeVisible();
  await member.reload();
  await member.getByRole('searchbox', { name: 'Search by name or email' }).fill(`größe${stamp}`);
  await expect(member.getByText('Pending', { exact: true })).toBeVisible();
  await member
    .getByRole('button', { name: /^Undo the adding of/ })
    .first()
    .click();
  await member.getByRole('dialog').getByRole('button', { name: 'Remove 1 person' }).click();
  await expect(member.getByText('1 person was removed again.')).toBeVisible();
  await member.context().close();

  await dismiss.click();
  await confirm('Remove as manager');
  await expect(appoint).toBeVisible();
});
