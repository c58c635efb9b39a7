import {
  COLOR_SCHEME_ATTRIBUTE,
  directionOf,
  storedColorScheme,
  storedLanguage,
} from '../../lib/appearance.ts';
import { hasStored } from '../../lib/stored-session.ts';

/* Inline in every document (web/build/start-scripts.ts), before the first paint: nothing jumps or flashes. */

const root = document.documentElement;
root.lang = storedLanguage();
root.dir = directionOf(root.lang);
root.setAttribute(COLOR_SCHEME_ATTRIBUTE, storedColorScheme());
// A user is signed in: the home page hides what is for visitors, until `features/catalogue/welcome.tsx` knows the user.
if (hasStored()) root.setAttribute('data-member', '');
