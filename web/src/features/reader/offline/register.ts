import { canKeep } from '../kept-hint.ts';
import { CACHE_PREFIX } from './kept-book.ts';

/** Installing loads some sixty small files; a slower connection counts as none (milliseconds). */
const INSTALL_MS = 120_000;

/** Caches the viewer's own files for offline use. Throws if its code could not be loaded. */
export async function keepAppShell(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/service-worker.js');
  if (registration.active) return;
  const worker = registration.installing ?? registration.waiting;
  if (!worker) throw new Error('the service worker was not installed');
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the service worker took too long')), INSTALL_MS);
    const look = () => {
      if (worker.state !== 'activated' && worker.state !== 'redundant') return;
      clearTimeout(timer);
      if (worker.state === 'activated') resolve();
      else reject(new Error('the service worker could not be installed'));
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

export async function dropAppShell(): Promise<void> {
  if (!canKeep()) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  await registration?.unregister();
  for (const name of await caches.keys()) if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
}
