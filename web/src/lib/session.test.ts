import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionOf } from '../testing/render.tsx';
import {
  clearSession,
  getSession,
  getTabUserId,
  isStoredFor,
  isUserUnchanged,
  openForNobody,
  openForStored,
  rememberSession,
  storeSession,
  updateSession,
  wasTakenOver,
  watchSession,
  whenTabLost,
  whyTabLost,
} from './session.ts';

const agnes = sessionOf('customer', { userId: 'agnes', token: 'vsl_agnes-own-token', firstName: 'Agnes' });
const boris = sessionOf('customer', { userId: 'boris', token: 'vsl_boris-own-token', firstName: 'Boris' });
const onLost = vi.fn();

/** What another tab does to the storage that all share. */
const elsewhere = {
  signIn: (session: object) => localStorage.setItem('user', JSON.stringify(session)),
  signOut: (userId: string) => {
    localStorage.removeItem('user');
    localStorage.setItem('ended-sessions', JSON.stringify([userId]));
  },
};

beforeEach(() => {
  onLost.mockReset();
  whenTabLost(onLost);
});

describe('a tab that was opened for a user', () => {
  it.each([
    ['signed out', () => elsewhere.signOut('agnes')],
    ['was replaced by somebody else', () => elsewhere.signIn(boris)],
    ['lost the storage of the browser', () => localStorage.clear()],
  ])('is lost when that user %s elsewhere, and stays lost', (_what, happens) => {
    storeSession(agnes, true);
    expect(isUserUnchanged()).toBe(true);
    happens();
    expect(isUserUnchanged()).toBe(false);
    elsewhere.signIn(agnes);
    expect(isUserUnchanged()).toBe(false);
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('keeps its own session beside a remembered one of somebody else', () => {
    storeSession(agnes, false);
    elsewhere.signIn(boris);
    expect(isUserUnchanged()).toBe(true);
    elsewhere.signOut('boris');
    expect(isUserUnchanged()).toBe(true);
    expect(getSession()).toMatchObject({ userId: 'agnes' });
  });

  it('is lost with its own session when the user signs out in another tab', () => {
    storeSession(agnes, false);
    elsewhere.signOut('agnes');
    expect(isUserUnchanged()).toBe(false);
    expect(sessionStorage.getItem('user')).toBeNull();
  });

  it('takes over a newer session of the same user', () => {
    storeSession(agnes, true);
    elsewhere.signIn({ ...agnes, token: 'vsl_agnes-newer' });
    expect(isUserUnchanged()).toBe(true);
    expect(getSession()?.token).toBe('vsl_agnes-newer');
  });

  it('stays remembered when the user verifies the address by a link', () => {
    storeSession(agnes, true);
    storeSession({ ...agnes, token: 'vsl_agnes-verified' });
    expect(localStorage.getItem('user')).toContain('vsl_agnes-verified');
    expect(isUserUnchanged()).toBe(true);
  });

  it('is lost when somebody else signs in in it', () => {
    storeSession(agnes, true);
    storeSession(boris);
    expect(onLost).toHaveBeenCalledWith(
      expect.objectContaining({ userId: 'agnes' }),
      expect.objectContaining({ userId: 'boris' }),
    );
    expect(isUserUnchanged()).toBe(false);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ userId: 'agnes' });
  });

  it('does not bring a user back who signed out while the profile was being saved', () => {
    storeSession(agnes, true);
    elsewhere.signOut('agnes');
    updateSession({ ...agnes, firstName: 'Agnes the Second' });
    expect([localStorage.getItem('user'), sessionStorage.getItem('user')]).toEqual([null, null]);
  });

  it.each(['storage', 'pageshow', 'focus'])('looks on %s', (kind) => {
    watchSession();
    storeSession(agnes, true);
    elsewhere.signOut('agnes');
    window.dispatchEvent(kind === 'storage' ? new StorageEvent('storage', { key: 'user' }) : new Event(kind));
    expect(onLost).toHaveBeenCalledOnce();
  });
});

describe('why a tab was lost', () => {
  const endedElsewhere = () => localStorage.setItem('ended-sessions', JSON.stringify(['vsl_agnes-ow']));
  it.each([
    ['the user signed out, beside nobody', () => elsewhere.signOut('agnes'), null, 'signedOut'],
    ['the user signed out, beside a remembered one', () => elsewhere.signOut('agnes'), boris, 'signedOut'],
    ['the session ended, beside nobody', endedElsewhere, null, 'ended'],
    ['the session ended, beside a remembered user', endedElsewhere, boris, 'ended'],
    ['the storage was cleared', () => localStorage.clear(), null, 'ended'],
    ['another user signed in', () => elsewhere.signIn(boris), boris, 'replaced'],
  ])('%s', (_what, happens, now, expected) => {
    storeSession(agnes, true);
    happens();
    expect(whyTabLost(agnes, now)).toBe(expected);
  });
});

describe('a visitor’s tab', () => {
  it('becomes the tab of whoever signs in elsewhere', () => {
    expect(getSession()).toBeNull();
    elsewhere.signIn(boris);
    expect(isUserUnchanged()).toBe(true);
    expect(getSession()).toMatchObject({ userId: 'boris' });
    expect(onLost).not.toHaveBeenCalled();
    expect(wasTakenOver()).toBe(true);
  });

  it('tells that from signing in in it', () => {
    storeSession(boris, true);
    expect(isUserUnchanged()).toBe(true);
    expect(wasTakenOver()).toBe(false);
  });
});

describe('a tab for nobody', () => {
  const open = () => {
    openForNobody();
    whenTabLost(onLost);
    expect(getSession()).toBeNull();
  };

  it.each([true, false])('knows nobody who is signed in (remembered: %s), also later', (remembered) => {
    (remembered ? localStorage : sessionStorage).setItem('user', JSON.stringify(boris));
    open();
    expect(isUserUnchanged()).toBe(true);
    elsewhere.signIn({ ...boris, token: 'vsl_boris-newer' });
    expect(isUserUnchanged()).toBe(true);
    expect(getSession()).toBeNull();
    expect(getTabUserId()).toBeNull();
    expect(isStoredFor('boris')).toBe(true);
  });

  it('is the tab of whoever signs in in it, and of nobody else', () => {
    elsewhere.signIn(boris);
    open();
    storeSession(agnes, false);
    expect(isUserUnchanged()).toBe(true);
    expect(getSession()).toMatchObject({ userId: 'agnes' });
    expect(localStorage.getItem('user')).toContain('vsl_boris');
    expect(onLost).not.toHaveBeenCalled();
  });

  it('can be given back to the one whom the browser remembers', () => {
    elsewhere.signIn(boris);
    open();
    openForStored();
    expect(getSession()).toMatchObject({ userId: 'boris' });
    expect(isUserUnchanged()).toBe(true);
  });
});

describe('ending a session', () => {
  it('that the server ended leaves other sessions of the user alone', () => {
    storeSession(agnes, false);
    elsewhere.signIn({ ...agnes, token: 'vsl_agnes-newer' });
    clearSession({ everywhere: false });
    expect(sessionStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('user')).toContain('vsl_agnes-newer');
  });

  it('leaves the remembered session of somebody else alone', () => {
    elsewhere.signIn(boris);
    storeSession(agnes, false);
    clearSession();
    expect(localStorage.getItem('user')).toContain('vsl_boris');
  });

  it('keeps no token, and is over when the user signs in again', () => {
    storeSession(agnes, true);
    clearSession();
    expect(JSON.stringify({ ...localStorage })).not.toContain(agnes.token);
    whenTabLost(onLost);
    storeSession({ ...agnes, token: 'vsl_agnes-again' }, true);
    expect(isUserUnchanged()).toBe(true);
  });
});

describe('a storage that is full', () => {
  const fill = (isFull: (key: string) => boolean = () => true) => {
    const setItem = Storage.prototype.setItem;
    return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (isFull(key)) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
  };

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('keeps no session that ended (remembered: %s, everywhere: %s)', (remember, everywhere) => {
    storeSession(agnes, remember);
    const full = fill();
    clearSession({ everywhere });
    full.mockRestore();
    expect([localStorage.getItem('user'), sessionStorage.getItem('user')]).toEqual([null, null]);
    whenTabLost(onLost);
    expect(getSession()).toBeNull();
  });

  it('keeps the mark of an end, for which the session makes room', () => {
    storeSession(agnes, true);
    const full = fill((key) => key === 'ended-sessions' && localStorage.getItem('user') !== null);
    clearSession();
    full.mockRestore();
    expect(localStorage.getItem('ended-sessions')).toContain('agnes');
  });

  it('does not make a tab deaf whose user is stored', () => {
    storeSession(agnes, true);
    const full = fill();
    updateSession({ ...agnes, firstName: 'Agnesina' });
    full.mockRestore();
    expect(isUserUnchanged()).toBe(true);
    expect(getSession()?.firstName).toBe('Agnesina');
    elsewhere.signOut('agnes');
    expect(isUserUnchanged()).toBe(false);
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('leaves a tab its user whom nothing could be stored of', () => {
    const full = fill();
    storeSession(agnes, true);
    expect(isUserUnchanged()).toBe(true);
    full.mockRestore();
    expect(getSession()).toMatchObject({ userId: 'agnes' });
  });
});

describe('remembering', () => {
  it('moves the tab’s own session to where all tabs see it', () => {
    storeSession(agnes, false);
    rememberSession();
    expect(sessionStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('user')).toContain('vsl_agnes');
    expect(isUserUnchanged()).toBe(true);
  });
});
