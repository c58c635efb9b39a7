import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';

/** A person with a link to the account. */
export const PersonCell = ({ person }: { person: { id: string; name: string; email: string } }) => (
  <>
    <Link to={paths.adminPerson.to(person.id)}>
      <bdi>{person.name}</bdi>
    </Link>
    <small>
      <bdi>{person.email}</bdi>
    </small>
  </>
);
