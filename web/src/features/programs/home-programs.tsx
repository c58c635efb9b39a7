import { useQuery } from '@tanstack/react-query';
import type { OwnProgram, Program } from '@vesalius/contract/programs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { EditionNote, ReplacedNote } from '../../product/edition-note.tsx';
import { currentProgramsOptions, ownProgramsOptions } from './api.ts';
import classes from './home-programs.module.css';
import { OwnMembership } from './own-membership.tsx';

/** On the home page: a student's programs with books and tasks, and a director's programs with their sections. */
export default function HomePrograms() {
  const { t } = useTranslation('programs');
  const session = useSession();
  const own = useQuery(ownProgramsOptions(session));
  const directed = useQuery({ ...currentProgramsOptions, enabled: session?.role === 'program_director' });
  const programs: readonly (Program | OwnProgram)[] = own.data ?? directed.data ?? [];
  if (programs.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="programs-title">
      <div className="page">
        <h2 id="programs-title">{t('home.title')}</h2>
        <p className={classes.intro}>{t(directed.data ? 'home.directorIntro' : 'home.intro')}</p>
        {programs.map((program) => (
          <article key={program.id} className={classes.program}>
            <header>
              <h3 dir="auto">{program.name}</h3>
              {'assignments' in program ? (
                <StudentRooms program={program} />
              ) : (
                <DirectorRooms program={program} />
              )}
            </header>
            {'assignments' in program && <Tasks tasks={program.assignments} />}
            <Books program={program} />
            {'assignments' in program && <OwnMembership program={program} />}
          </article>
        ))}
      </div>
    </section>
  );
}

function DirectorRooms({ program }: { program: Program }) {
  const { t } = useTranslation('programs');
  return (
    <nav aria-label={program.name} className={classes.rooms}>
      <Link to={paths.programOverview.to(program.id)}>{t('nav.overview')}</Link>
      <Link to={paths.students.to(program.id)}>
        {t('home.students', { count: program.number_of_students })}
      </Link>
      <Link to={paths.directorTopics.to(program.id)}>
        {t('home.topics', { count: program.number_of_topics })}
      </Link>
    </nav>
  );
}

function StudentRooms({ program }: { program: Program }) {
  const { t } = useTranslation('programs');
  return (
    <nav aria-label={program.name} className={classes.rooms}>
      <Link to={paths.programStudentTopics.to(program.id)}>
        {t('home.topics', { count: program.number_of_topics })}
      </Link>
    </nav>
  );
}

function Tasks({ tasks }: { tasks: OwnProgram['assignments'] }) {
  const { t, i18n } = useTranslation('programs');
  if (tasks.length === 0) return null;
  return (
    <div className={classes.tasks}>
      <h4>{t('home.tasks')}</h4>
      <ul>
        {tasks.map((task) => {
          const date = formatDate(task.due_on, i18n.language);
          const late = !task.done && new Date(task.due_at) < new Date();
          return (
            <li key={task.id} data-late={late || undefined}>
              <Link to={paths.bookViewer.to(task.book_id, task.page)} dir="auto">
                {task.title}
              </Link>
              <small>
                {t(`kinds.${task.kind}`)}
                {task.kind !== 'book' && ' · '}
                {task.kind !== 'book' && <bdi>{task.book_title}</bdi>}
                {task.replaced && ' · '}
                {task.replaced && <ReplacedNote replaced={task.replaced} whose="students" />}
              </small>
              <span>
                {task.done ? `✓ ${t('home.done')}` : t(late ? 'home.overdue' : 'home.due', { date })}
              </span>
              {task.note && (
                <small>
                  {t('home.note')} <bdi>{task.note}</bdi>
                </small>
              )}
              {task.done_before_joining && (
                <small>
                  {t('home.doneBefore')}{' '}
                  {task.kind === 'chapter' ? (
                    <Link
                      to={paths.bookViewer.to(task.book_id, task.page)}
                      aria-label={t('home.readAgainOf', { title: task.title })}
                    >
                      {t('home.readAgain')}
                    </Link>
                  ) : (
                    t(task.kind === 'test' ? 'home.testOnce' : 'home.bookOnce', {
                      share: t('membership.share'),
                    })
                  )}
                </small>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Books({ program }: { program: Program }) {
  const { t } = useTranslation('programs');
  const isStudent = 'assignments' in program;
  return (
    <ul className={classes.books}>
      {program.books.map((book) => {
        const { status, page } = book.book_progress;
        return (
          <li key={book.id}>
            <Link to={isStudent ? paths.bookProfile.to(book.id) : paths.programBookProfile.to(book.id)}>
              <img src={book.cover_photo} alt="" width={72} loading="lazy" />
              <span>
                <strong dir="auto">{book.title}</strong>
                <small dir="auto">{book.author}</small>
                <small>
                  <EditionNote {...book} whose="students" />
                </small>
                {isStudent && (
                  <small>
                    {status === 'completed'
                      ? t('home.completed')
                      : status === 'in_progress'
                        ? t('home.page', { page, pages: book.number_of_pages })
                        : t('home.start')}
                  </small>
                )}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
