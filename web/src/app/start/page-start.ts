import {
  COLOR_SCHEME_ATTRIBUTE,
  directionOf,
  storedColorScheme,
  storedLanguage,
} from '../../lib/appearance.ts';
import { hasStored } from '../../lib/stored-session.ts';

/* Inline in every document (web/build/start-scripts.ts) and run before the first paint, so that nothing moves or flashes. */

const root = document.documentElement;
root.lang = storedLanguage();
root.dir = directionOf(root.lang);
root.setAttribute(COLOR_SCHEME_ATTRIBUTE, storedColorScheme());
// For a signed-in user, hides the home page's part for visitors until `features/catalogue/welcome.tsx` knows the user.
if (hasStored()) root.setAttribute('data-member', '');
